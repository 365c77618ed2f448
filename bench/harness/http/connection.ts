import { once } from 'node:events';
import { connect } from 'node:net';

/** One keep-alive connection that carries one request at a time; as little work per answer as can be. */
export interface Connection {
  /**
   * Sends a whole request and resolves when its answer is there.
   * @throws Error when the status is not 2xx or the connection was lost.
   */
  send(request: string): Promise<Received>;
  close(): void;
}

/** An answer, of use until the next request. */
export interface Received {
  /** Length of the body, bytes. */
  bytes: number;
  /** The value of a header, empty when it is not there. */
  header(name: string): string;
  /** The body, which is read only now. */
  json(): unknown;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Length of the body that a head announces. Every server here says it, unless there is none. */
function bodyLengthOf(head: string): number {
  if (/transfer-encoding: *chunked/i.test(head)) throw new Error('Answers in chunks are not understood here');
  return Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}

const receivedOf = (head: string, body: readonly Buffer[]): Received => ({
  get bytes() {
    return body.reduce((sum, chunk) => sum + chunk.length, 0);
  },
  header: (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
  json: () => JSON.parse(Buffer.concat(body).toString('utf8')),
});

/** Connects to a server on this machine. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting: PromiseWithResolvers<Received> | null = null;
  let received = receivedOf('', []);
  let body: Buffer[] = [];
  let head: Buffer | null = null;
  let remaining = 0;
  const settle = (error?: unknown): void => {
    const { resolve, reject } = waiting ?? {};
    waiting = null;
    if (error === undefined) resolve?.(received);
    else reject?.(error);
  };
  const begin = (chunk: Buffer): void => {
    head = head ? Buffer.concat([head, chunk]) : chunk;
    const end = head.indexOf(headEnd);
    if (end < 0) return;
    const text = head.toString('latin1', 0, end);
    remaining = bodyLengthOf(text) - (head.length - end - headEnd.length);
    const status = text.slice(9, 12);
    if (!status.startsWith('2')) throw new Error(`${status}: ${head.toString('utf8', end)}`);
    body = [head.subarray(end + headEnd.length)];
    received = receivedOf(text, body);
    head = null;
    if (remaining === 0) settle();
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      if (remaining === 0) return begin(chunk);
      remaining -= chunk.length;
      body.push(chunk);
      if (remaining === 0) settle();
    } catch (error) {
      settle(error);
    }
  });
  socket.on('error', settle).on('close', () => settle(new Error('The server closed the connection')));
  await once(socket, 'connect');
  return {
    send(request) {
      waiting = Promise.withResolvers<Received>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}
