import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** Timeout of a request, above the gateway's timeout of 30 s. */
const usuallyAnsweredWithinMs = 40_000;
const patienceMs = 60_000;

export interface ApiRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON; bytes are sent unchanged. */
  body?: unknown;
}

export interface ApiResponse {
  /** HTTP status; 0 without a response. */
  status: number;
  error: string;
  headers: IncomingHttpHeaders;
  text: string;
  json: unknown;
  /** JSON object of the response; empty for any other response. */
  body: Record<string, unknown>;
  /** Code of the problem details. */
  code: string;
  retryAfter: boolean;
  /** Log position of the write; 0 for a read. */
  position: number;
  ms: number;
}

export type SendRequest = (asked: ApiRequest) => Promise<ApiResponse>;

/** HTTP client of one caller for a local port. A request never rejects; without a response its status is 0. */
export function apiClient(port: number, token: string | null, answeredWithinMs = usuallyAnsweredWithinMs): { ask: SendRequest; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const ask = async ({ method, path, headers, body }: ApiRequest): Promise<ApiResponse> => {
    const started = performance.now();
    const isBytes = body instanceof Uint8Array;
    const sent = isBytes ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const all = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isBytes && sent.length > 0 && { 'content-type': 'application/json' }),
      'content-length': sent.length,
      ...headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Omit<ApiResponse, 'ms'>>();
    const asking = request({ host: '127.0.0.1', port, method, path, headers: all, agent, signal: AbortSignal.timeout(answeredWithinMs) });
    asking.once('error', reject).once('response', (response) => {
      text(response).then((received) => resolve(answerOf(response.statusCode ?? 0, response.headers, received)), reject);
    });
    asking.end(sent);
    const answered = await promise.catch((error: NodeJS.ErrnoException) => ({
      ...answerOf(0, {}, ''),
      error: `${error.code ?? error.name}${asking.reusedSocket ? ' on a kept connection' : ''}`,
    }));
    return { ...answered, ms: performance.now() - started };
  };
  return { ask, close: () => agent.destroy() };
}

function answerOf(status: number, headers: IncomingHttpHeaders, received: string): Omit<ApiResponse, 'ms'> {
  const json = headers['content-type']?.includes('json') ? jsonIn(received) : undefined;
  const body: Record<string, unknown> = typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
  const position = Number(headers['x-position'] ?? 0);
  return { status, error: '', headers, text: received, json, body, code: String(body.code ?? ''), retryAfter: 'retry-after' in headers, position };
}

function jsonIn(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}

/** Response to a request that must succeed. @throws Error with the status and the body otherwise */
export async function mustSucceed(ask: SendRequest, asked: ApiRequest): Promise<ApiResponse> {
  const answered = await ask(asked);
  if (answered.status >= 200 && answered.status < 300) return answered;
  throw new Error(`${asked.method} ${asked.path} was answered with ${answered.status} ${answered.error} ${answered.text}`);
}

/** Response to a request that is repeated for at most 60 s while a read model or an engine is late (503). */
export async function requestUntilAvailable(ask: SendRequest, asked: ApiRequest): Promise<ApiResponse> {
  for (const giveUpAt = Date.now() + patienceMs; ; await pause(50)) {
    const answered = await ask(asked);
    if (answered.status !== 503 || Date.now() > giveUpAt) return answered;
  }
}

export interface WrittenItinerary {
  id: string;
  title: string;
  version: number;
}

export interface AcknowledgedWrite extends WrittenItinerary {
  /** Log position of the write. */
  position: number;
}

/** Itinerary in a JSON response, or undefined. */
export function itineraryOf(json: unknown): WrittenItinerary | undefined {
  if (typeof json !== 'object' || json === null || !('id' in json && 'title' in json && 'version' in json)) return undefined;
  return { id: String(json.id), title: String(json.title), version: Number(json.version) };
}

/** Creates itineraries without a pause until it is stopped. Times are milliseconds since 1970. */
export function startItineraryWriters(ask: SendRequest, bodyOf: (n: number) => object, writers = 6) {
  const acknowledged: { id: string; at: number }[] = [];
  const over = new AbortController();
  let [count, refused] = [0, 0];
  const write = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { status, body } = await ask({ method: 'POST', path: '/api/itineraries', body: bodyOf(++count) });
      if (status === 201) acknowledged.push({ id: String(body.id), at: Date.now() });
      else {
        refused += 1;
        await pause(20);
      }
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  const stop = async (): Promise<void> => {
    over.abort();
    await writing;
  };
  return { acknowledged, refused: () => refused, stop };
}

const boundary = 'drill-0b6f7c';
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** Upload of a one-pixel picture, in the multipart form of a browser. */
export const pictureUpload: ApiRequest = {
  method: 'POST',
  path: '/api/files',
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="pixel.png"\r\ncontent-type: image/png\r\n\r\n`),
    pixel,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
};
