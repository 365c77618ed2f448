import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import { createRateLimiter } from '../waiting.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';
import { circuitBreaker } from './rest.ts';

/** Settings of an open service that needs no API key and permits light use. */
export interface OpenServiceOptions {
  /** Name in errors and in the cache. */
  name: string;
  /** Base URL of all requests. */
  url: string;
  /** Identifies this installation, as such services require. */
  userAgent: string;
  answers: AnswerCache;
  /** Rate limit in requests per second, over all visitors. */
  perSecond: number;
  /** Time to live of a cached answer, milliseconds. */
  goodFor: number;
  /** Timeout of an answer, milliseconds. */
  patience?: number;
  /** HTTP statuses that mean "no result"; 404 by default. */
  noneIs?: readonly number[];
  request?: typeof fetch;
  now?: () => number;
}

/** Client of one open service with JSON answers. */
export interface OpenService {
  /**
   * Cached or new answer to a GET request below the base URL; null when the service has no result. During an outage, an expired answer is used.
   * Without a cached answer, requests fail at once while the circuit breaker is open.
   * @throws EngineUnavailable without an answer, for an answer of another shape, or when the queue is full.
   */
  ask<T>(path: string, parameters: Readonly<Record<string, string>>, shape: z.ZodType<T>): Promise<T | null>;
}

const defaultPatience = 4_000;
/** Most requests in the queue; further requests are refused. */
const mostWaiting = 6;
/** Longest accepted answer, bytes. */
const longest = 2 * 1024 * 1024;
/** Cached value for a request without a result. */
const none = 'null';

export function openService(options: OpenServiceOptions): OpenService {
  const { name, url, userAgent, answers, goodFor, patience = defaultPatience, noneIs = [404], request = fetch, now = Date.now } = options;
  const takeTurn = createRateLimiter(options.perSecond, mostWaiting, now);
  const asking = new Map<string, Promise<string>>();
  const rest = circuitBreaker(now);
  const away = (cause: unknown): EngineUnavailable => new EngineUnavailable(name, cause);

  /** @throws EngineUnavailable; a failed request also opens the circuit breaker. */
  async function fetched(address: string): Promise<string> {
    if (rest.isOn()) throw away(new Error('it was away a moment ago'));
    if (!(await takeTurn())) throw away(new Error('too many ask at once'));
    let refusal: Response | undefined;
    try {
      const headers = { 'user-agent': userAgent, accept: 'application/json' };
      // Redirects are refused, because a redirect could lead into the private network (SSRF).
      const response = await request(address, { headers, signal: AbortSignal.timeout(patience), redirect: 'error' });
      if (noneIs.includes(response.status)) {
        await response.body?.cancel();
        return none;
      }
      if (!response.ok) {
        refusal = response;
        await response.body?.cancel();
        throw new Error(`answered ${response.status}`);
      }
      return await bodyOf(response);
    } catch (error) {
      rest.begin(refusal);
      throw away(error);
    }
  }

  async function fresh(key: string, address: string): Promise<string> {
    const text = await fetched(address);
    // The answer is returned even when the cache is unavailable; the next call then repeats the request.
    await answers.keep(key, { text, answeredAt: now() }).catch(() => {});
    return text;
  }

  /** Concurrent callers of the same URL share one request. */
  function once(key: string, address: string): Promise<string> {
    const asked = asking.get(key) ?? fresh(key, address).finally(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  }

  async function answerTo(address: string): Promise<string> {
    const key = `${name} ${createHash('sha256').update(address).digest('base64url')}`;
    const kept: CachedAnswer | null = await answers.read(key).catch(() => null);
    if (kept && now() - kept.answeredAt < goodFor) return kept.text;
    try {
      return await once(key, address);
    } catch (error) {
      if (kept) return kept.text;
      throw error;
    }
  }

  return {
    async ask(path, parameters, shape) {
      const query = new URLSearchParams(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const text = await answerTo(`${url.replace(/\/+$/, '')}${path}?${query}`);
      if (text === none) return null;
      const parsed = shape.safeParse(jsonOf(text));
      if (!parsed.success) throw away(parsed.error);
      return parsed.data;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws Error when the body exceeds the longest accepted answer. */
async function bodyOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > longest) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
