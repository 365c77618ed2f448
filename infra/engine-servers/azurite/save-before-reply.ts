import type { Server, ServerResponse } from 'node:http';

/** Database of one of Azurite's indexes. */
export interface IndexDatabase {
  saveDatabase(done: (error?: Error | null) => void): void;
}

const changing = ['PUT', 'POST', 'DELETE', 'PATCH'];

/**
 * Delays the answer to a write until its indexes are on disk. Azurite itself saves every five seconds, so that a crash would lose acknowledged
 * writes.
 */
export function saveBeforeReply(server: Server, indexes: readonly IndexDatabase[]): void {
  server.prependListener('request', (request, reply) => {
    if (changing.includes(request.method ?? '')) holdEnd(reply, async () => void (await Promise.all(indexes.map(save))));
  });
}

function holdEnd(reply: ServerResponse, saved: () => Promise<void>): void {
  const { end } = reply;
  reply.end = (...args: unknown[]) => {
    saved().then(
      () => Reflect.apply(end, reply, args),
      (error: Error) => reply.destroy(error),
    );
    return reply;
  };
}

const save = (index: IndexDatabase): Promise<void> =>
  new Promise((resolve, reject) => {
    index.saveDatabase((error) => (error ? reject(error) : resolve()));
  });
