import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Longest that an answer is waited for, milliseconds; the gateway itself gives up after 30 s. */
const answerWithinMs = 35_000;

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is bytes, of which `headers` tell the type. */
  body?: unknown;
}

/** What came back; the status is 0 when nothing did, and then `error` says why. */
export interface Answered {
  status: number;
  error: string;
  /** Whether it says when to come again. */
  retryAfter: boolean;
  /** Position of the write, 0 for anything else. */
  position: number;
  json: unknown;
  /** From the request to the end of the answer, milliseconds. */
  ms: number;
}

/** Asks one request; never rejects. */
export type Ask = (asked: Asked) => Promise<Answered>;

/** Requests to a port of this machine as somebody, or as nobody. */
export function askAs(port: number, token: string | null): { ask: Ask; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const ask = async ({ method, path, headers, body }: Asked): Promise<Answered> => {
    const started = performance.now();
    const sent = body instanceof Uint8Array ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const all = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(sent.length > 0 && { 'content-type': 'application/json' }),
      'content-length': sent.length,
      ...headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Omit<Answered, 'ms'>>();
    const asking = request({ host: '127.0.0.1', port, method, path, headers: all, agent, signal: AbortSignal.timeout(answerWithinMs) });
    asking.once('error', reject).once('response', (response) => {
      text(response).then((received) => {
        const { 'retry-after': later, 'x-position': position, 'content-type': type } = response.headers;
        const json = type?.includes('json') ? JSON.parse(received) : undefined;
        resolve({ status: response.statusCode ?? 0, error: '', retryAfter: later !== undefined, position: Number(position ?? 0), json });
      }, reject);
    });
    asking.end(sent);
    const answered = await promise.catch((error: NodeJS.ErrnoException) => ({
      status: 0,
      error: `${error.code ?? error.name}${asking.reusedSocket ? ' on a kept connection' : ''}`,
      retryAfter: false,
      position: 0,
      json: undefined,
    }));
    return { ...answered, ms: performance.now() - started };
  };
  return { ask, close: () => agent.destroy() };
}

/** The parts of an itinerary that drills compare. */
export interface Written {
  id: string;
  title: string;
  version: number;
}

/** An itinerary of an answer; undefined when it holds none. */
export function itineraryOf(json: unknown): Written | undefined {
  if (typeof json !== 'object' || json === null || !('id' in json && 'title' in json && 'version' in json)) return undefined;
  return { id: String(json.id), title: String(json.title), version: Number(json.version) };
}
