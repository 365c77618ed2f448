import type { LoadMetric } from './report.ts';
import type { LoadFixture } from './stage.ts';

/** Artillery's event emitter: histograms in milliseconds, and counters. */
export interface MetricsEmitter {
  emit(kind: 'histogram', name: string, milliseconds: number): void;
  emit(kind: 'counter', name: string, count: number): void;
}

/** Ends a visit after a refused or failed request. */
export class VisitEnded extends Error {}

export interface VisitRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  token?: string | undefined;
  body?: object | FormData | undefined;
  /** Log position of a write that the response has to contain. */
  after?: number;
}

export interface VisitResponse {
  status: number;
  /** Body as JSON; null for other types. */
  json: unknown;
  /** Log position of the write; 0 for a read. */
  position: number;
}

/** Timeout of a request, milliseconds. */
const timeoutMs = 20_000;

/** Visit of one visitor. */
export class Visit {
  readonly stage: LoadFixture;
  readonly random: () => number;
  readonly #counting: MetricsEmitter;

  constructor(stage: LoadFixture, random: () => number, counting: MetricsEmitter) {
    this.stage = stage;
    this.random = random;
    this.#counting = counting;
  }

  /** Random element. @throws Error when there is none */
  pick<T>(of: readonly T[]): T {
    const one = of[Math.floor(this.random() * of.length)];
    if (one === undefined) throw new Error('There is nothing to choose from');
    return one;
  }

  /** Random traveller with account. */
  somebody(): { token: string; accountId: string } {
    const at = Math.floor(this.random() * this.stage.people.travellers.length);
    return { token: this.stage.people.travellers[at] ?? '', accountId: this.stage.accountIds[at] ?? '' };
  }

  /**
   * Sends a request and records the latency of its whole response.
   * @throws VisitEnded on an error status, counted as refused with `retry-after` and as failed without
   */
  async ask(metric: LoadMetric, asking: VisitRequest): Promise<VisitResponse> {
    const begun = performance.now();
    const response = await this.send(asking);
    const text = await response.text().catch(this.#lost);
    this.took(metric, performance.now() - begun);
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, json: isJson ? JSON.parse(text) : null, position: Number(response.headers.get('x-position') ?? 0) };
  }

  /** Sends a request with a streamed response, whose latency is not recorded. */
  async send({ method = 'GET', path, token, body, after }: VisitRequest): Promise<Response> {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(after && { 'x-after': String(after) }),
    };
    const sent = body === undefined ? null : isForm ? body : JSON.stringify(body);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${this.stage.origin}${path}`, { method, headers, body: sent, signal, redirect: 'manual' }).catch(this.#lost);
    if (response.status < 400) return response;
    const isRefused = (response.status === 429 || response.status === 503) && response.headers.has('retry-after');
    const answer = await response.text().catch(() => '');
    this.#counting.emit('counter', isRefused ? `refused.${response.status}` : `failed.${response.status}`, 1);
    throw new VisitEnded(`${method} ${path}: ${response.status} ${answer.slice(0, 200)}`);
  }

  /** Records a latency, milliseconds. */
  took(metric: LoadMetric, milliseconds: number): void {
    this.#counting.emit('histogram', metric, milliseconds);
  }

  readonly #lost = (error: unknown): never => {
    this.#counting.emit('counter', 'failed.connection', 1);
    throw new VisitEnded(error instanceof Error ? error.message : String(error));
  };
}

/** Text field of a response, such as its id. @throws Error when it is missing */
export function textFieldOf(json: unknown, field: string): string {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, field) : undefined;
  if (typeof value !== 'string') throw new Error(`The response has no ${field}`);
  return value;
}
