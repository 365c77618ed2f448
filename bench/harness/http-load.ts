import { once } from 'node:events';
import { connect } from 'node:net';
import { closedLoop, type LoadResult } from './measurement.ts';
import { answerQuestions } from './worker.ts';

// A raw socket sends faster than the fastest server here answers, and measures latency below a millisecond (decision 0094).

/** Keep-alive connection that carries one request at a time. */
export interface Connection {
  /**
   * Sends a whole request and waits for its response.
   * @throws Error when the status is not 2xx or the connection is lost.
   */
  send(request: string): Promise<HttpResponse>;
  close(): void;
}

/** Response, valid until the next request of its connection. */
export interface HttpResponse {
  /** Parses the body. */
  json(): unknown;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Connects to a server of this machine. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let pending: PromiseWithResolvers<HttpResponse> | null = null;
  let head: string | null = null;
  let body: Buffer[] = [];
  let remaining = 0;
  let unread: Buffer = Buffer.alloc(0);
  const settle = (error?: unknown): void => {
    const { resolve, reject } = pending ?? {};
    pending = null;
    const chunks = body;
    head = null;
    if (error !== undefined) reject?.(error);
    resolve?.({ json: () => JSON.parse(Buffer.concat(chunks).toString('utf8')) });
  };
  const readHead = (chunk: Buffer): void => {
    unread = unread.length > 0 ? Buffer.concat([unread, chunk]) : chunk;
    const end = unread.indexOf(headEnd);
    if (end < 0) return;
    head = unread.toString('latin1', 0, end);
    const rest = unread.subarray(end + headEnd.length);
    unread = Buffer.alloc(0);
    if (/transfer-encoding: *chunked/i.test(head)) throw new Error('Chunked responses are not supported');
    if (head[9] !== '2') throw new Error(`${head.slice(9, 12)}: ${rest.toString('utf8')}`);
    body = [rest];
    remaining = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0) - rest.length;
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      if (head === null) readHead(chunk);
      else {
        remaining -= chunk.length;
        body.push(chunk);
      }
      if (head !== null && remaining === 0) settle();
    } catch (error) {
      settle(error);
    }
  });
  socket.on('error', settle).on('close', () => settle(new Error('The server closed the connection')));
  await once(socket, 'connect');
  return {
    send(request) {
      pending = Promise.withResolvers<HttpResponse>();
      socket.write(request);
      return pending.promise;
    },
    close: () => socket.destroy(),
  };
}

interface RequestParts {
  method?: 'GET' | 'POST';
  path: string;
  token?: string | undefined;
  body?: unknown;
  /** Bypasses cached responses (`cache-control: no-cache`). */
  isFresh?: boolean;
}

/** Serialises an HTTP request. */
export function rawRequest({ method = 'GET', path, token, body, isFresh }: RequestParts): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(isFresh ? ['cache-control: no-cache'] : []),
    ...(json ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}

/** Placeholder in a request, which is replaced by a unique number. */
export const requestNumberPlaceholder = '{number}';

/** Closed-loop HTTP load: requests in turn, one connection per caller. */
interface HttpLoad {
  port: number;
  concurrency: number;
  seconds: number;
  requests: readonly string[];
}

/** Sends load from a separate process, whose CPU is not measured. */
export type LoadGenerator = (load: HttpLoad) => Promise<LoadResult>;

let sent = 0;

async function send({ port, concurrency, seconds, requests }: HttpLoad): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port)));
  const next = async (caller: number): Promise<void> => {
    sent++;
    const request = requests[sent % requests.length] ?? '';
    await connections[caller]?.send(request.includes(requestNumberPlaceholder) ? request.replace(requestNumberPlaceholder, String(sent)) : request);
  };
  // Connections are warmed up before the clock runs.
  await Promise.all(connections.map((_, caller) => next(caller)));
  const result = await closedLoop(concurrency, seconds, next);
  for (const connection of connections) connection.close();
  return result;
}

if (import.meta.main) answerQuestions(send, async () => {});
