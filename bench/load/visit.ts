import type { LoadMetric } from './metrics.ts';
import type { Stage } from './stage.ts';

/** What Artillery counts with: histograms of milliseconds, and counters. */
export interface Counting {
  emit(kind: 'histogram', name: string, milliseconds: number): void;
  emit(kind: 'counter', name: string, count: number): void;
}

/** A request that ended the visit: refused for a moment, or not answered as it should. */
export class VisitEnded extends Error {}

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string | undefined;
  body?: object | FormData | undefined;
  /** Position of a write that the answer is to have. */
  after?: number;
}

export interface VisitResponse {
  status: number;
  /** JSON of the answer; null when it is none. */
  json: unknown;
  /** Position of the write; 0 for a read. */
  position: number;
}

/** Longest that an answer is waited for, milliseconds. */
const answerWithinMs = 20_000;

/** One visitor, from arriving to leaving. */
export class Visit {
  readonly stage: Stage;
  readonly random: () => number;
  readonly #counting: Counting;

  constructor(stage: Stage, random: () => number, counting: Counting) {
    this.stage = stage;
    this.random = random;
    this.#counting = counting;
  }

  /** One of several. @throws Error of none */
  pick<T>(of: readonly T[]): T {
    const one = of[Math.floor(this.random() * of.length)];
    if (one === undefined) throw new Error('There is nothing to choose from');
    return one;
  }

  /** One of the people who write, with the account of theirs. */
  somebody(): { token: string; accountId: string } {
    const at = Math.floor(this.random() * this.stage.people.travellers.length);
    return { token: this.stage.people.travellers[at] ?? '', accountId: this.stage.accountIds[at] ?? '' };
  }

  /**
   * Asks, and counts how long the whole answer took, in milliseconds.
   * @throws VisitEnded when the answer is not one of success; it is counted as refused when it says when to come again, as failed otherwise.
   */
  async ask(metric: LoadMetric, asking: Asking): Promise<VisitResponse> {
    const begun = performance.now();
    const response = await this.send(asking);
    const text = await response.text().catch(this.#lost);
    this.took(metric, performance.now() - begun);
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, json: isJson ? JSON.parse(text) : null, position: Number(response.headers.get('x-position') ?? 0) };
  }

  /** The same for an answer that is read bit by bit, of which nothing is counted yet. */
  async send({ method = 'GET', path, token, body, after }: Asking): Promise<Response> {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(after && { 'x-after': String(after) }),
    };
    const sent = body === undefined ? null : isForm ? body : JSON.stringify(body);
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(`${this.stage.origin}${path}`, { method, headers, body: sent, signal, redirect: 'manual' }).catch(this.#lost);
    if (response.status < 400) return response;
    const isRefused = (response.status === 429 || response.status === 503) && response.headers.has('retry-after');
    const answer = await response.text().catch(() => '');
    this.#counting.emit('counter', isRefused ? `refused.${response.status}` : `failed.${response.status}`, 1);
    throw new VisitEnded(`${method} ${path}: ${response.status} ${answer.slice(0, 200)}`);
  }

  /** Counts how long something took, milliseconds. */
  took(metric: LoadMetric, milliseconds: number): void {
    this.#counting.emit('histogram', metric, milliseconds);
  }

  readonly #lost = (error: unknown): never => {
    this.#counting.emit('counter', 'failed.connection', 1);
    throw new VisitEnded(error instanceof Error ? error.message : String(error));
  };
}

/** A field of an answer that is a text, such as its id. @throws Error when it is not there */
export function textIn(json: unknown, field: string): string {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined;
  if (typeof value !== 'string') throw new Error(`The answer has no ${field}`);
  return value;
}
