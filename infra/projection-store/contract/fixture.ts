import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { test } from 'vitest';
import type { CollectionSpec, Commit, Doc, ProjectionStore, StoredDoc } from '../port.ts';

/** A store whose messages to the engine can be held or cut. */
export interface Interruptible extends Pick<EngineProxy, 'cut' | 'holdAt' | 'goOn'> {
  store: ProjectionStore;
}

export interface StoreUnderTest {
  store: ProjectionStore;
  other(): Promise<ProjectionStore>;
  /** Opens another instance behind a proxy, which can hold or cut its connections. */
  interruptible(): Promise<Interruptible>;
  close(): Promise<void>;
}
export type MakeStore = () => Promise<StoreUnderTest>;

/** Defines a test with a new store that has the collection `stories`. */
export const testWith =
  <M extends StoreUnderTest>(make: () => Promise<M>) =>
  (name: string, body: (made: M) => Promise<void>) =>
    test(name, async () => {
      const made = await make();
      try {
        await made.store.ensure(stories);
        await body(made);
      } finally {
        await made.close();
      }
    });

export const stories: CollectionSpec = {
  name: 'stories@1',
  fields: { title: 'text', body: 'text', likes: 'number', publishedAt: 'time', open: 'flag', tags: 'set', latitude: 'number', longitude: 'number' },
  indexes: [
    { kind: 'ordered', on: ['open', '-publishedAt'] },
    { kind: 'ordered', on: ['-likes', 'title'] },
    { kind: 'set', on: ['tags'] },
    { kind: 'point', on: ['latitude', 'longitude'] },
  ],
};

/** A document that is not stored yet. */
export const unstoredDoc = (id: string, doc: Doc | null = {}): StoredDoc => ({ id, doc: doc && { id, ...doc }, _at: { '0': 1 }, _rev: 0 });

/** A commit of documents of `stories` that sets the checkpoint of partition 0. */
export const commitOf = (offset: number, docs: StoredDoc[]): Commit => ({
  projection: 'stories@1',
  partition: '0',
  checkpoint: { offset, watermark: offset },
  writes: [{ collection: stories.name, docs }],
});

export const idsOf = (docs: readonly Doc[]): unknown[] => docs.map(({ id }) => id);

/** All items of a sequence. */
export async function all<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}

/** A proxy between store and engine that simulates outages. */
export interface EngineProxy {
  /** Host and port of the proxy. */
  address: string;
  /** Closes all connections and refuses new connections. */
  cut(): Promise<void>;
  /** Closes all connections once the store has sent this many more bytes. */
  cutAfter(bytes: number): void;
  /** Holds everything from the n-th message of the store on, or from the first reply after it. Resolves once it holds. */
  holdAt(message: number, before: 'request' | 'reply'): Promise<void>;
  /** Releases held messages. */
  goOn(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a TCP proxy to the engine on a free port. */
export async function startProxy(target: NetConnectOpts): Promise<EngineProxy> {
  const sockets = new Set<Socket>();
  const gate = createGate();
  let left = Number.POSITIVE_INFINITY;
  const server = createServer((inner) => {
    const outer = connect(target);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
    }
    outer.on('data', (bytes) => gate.pass('reply', () => inner.write(bytes)));
    inner.on('data', (bytes) => {
      left -= bytes.length;
      if (left > 0) gate.pass('request', () => outer.write(bytes));
      else void cut();
    });
  });
  const cut = async (): Promise<void> => {
    const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listening(server, 0);
  return {
    address: `127.0.0.1:${port}`,
    cut,
    cutAfter: (bytes) => {
      left = bytes;
    },
    holdAt: gate.holdAt,
    goOn: gate.goOn,
    restore: async () => {
      left = Number.POSITIVE_INFINITY;
      await listening(server, port);
    },
    close: cut,
  };
}

function createGate() {
  const held: (() => void)[] = [];
  let requests = Number.POSITIVE_INFINITY;
  let before: 'request' | 'reply' = 'request';
  let isHeld = false;
  let hold = (): void => {};
  return {
    pass: (kind: 'request' | 'reply', send: () => void): void => {
      if (kind === 'request') requests -= 1;
      if (!isHeld && requests <= 0 && kind === before) {
        isHeld = true;
        hold();
      }
      if (isHeld) held.push(send);
      else send();
    },
    holdAt: (message: number, kind: 'request' | 'reply'): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      requests = message;
      before = kind;
      hold = resolve;
      return promise;
    },
    goOn: (): void => {
      requests = Number.POSITIVE_INFINITY;
      isHeld = false;
      for (const send of held.splice(0)) send();
    },
  };
}

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
