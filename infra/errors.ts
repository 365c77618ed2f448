import type { z } from 'zod';

/** A business rule refused the request. `code` is `entity/what-is-wrong`; `infra/http/problem.ts` maps it to the HTTP status. */
export class Rejected extends Error {
  readonly code: `${string}/${string}`;
  readonly data: Record<string, unknown>;
  constructor(code: `${string}/${string}`, data: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** The engine is unavailable or timed out; the same call may succeed later. Used by every port. */
export class EngineUnavailable extends Error {
  readonly code = 'engine/unavailable';
  readonly engine: string;
  constructor(engine: string, cause: unknown) {
    super(`${engine} is not available`, { cause });
    this.engine = engine;
  }
}

/** Node's codes of failed connections. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** True for Node's own error of a failed connection. Clients of engines wrap most of these in errors of their own, but not all. */
export const isNetworkError = (error: unknown): boolean => error instanceof Error && 'code' in error && networkCodes.has(error.code);

/** The engine is reachable, but has unsuitable settings. The message names setting and remedy. */
export class UnfitEngine extends EngineUnavailable {
  constructor(engine: string, sentence: string, cause: unknown = null) {
    super(engine, cause);
    this.message = sentence;
  }
}

/** Most errors reported per request. */
const mostErrors = 20;
/** Maximum characters of a reported path and of a message. */
const [longestPath, longestMessage] = [200, 300];
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text);

/** The request is invalid; `part` is body, query, params or header. */
export class InvalidRequest extends Error {
  readonly errors: { path: string; message: string }[];
  /** Keeps the first errors, with long paths and messages cut, so that the length of the answer is bounded. */
  constructor(errors: { path: string; message: string }[]) {
    super('request/invalid');
    this.errors = errors.slice(0, mostErrors).map(({ path, message }) => ({ path: cut(path, longestPath), message: cut(message, longestMessage) }));
  }
  static from(part: string, issues: readonly z.core.$ZodIssue[]): InvalidRequest {
    return new InvalidRequest(
      issues.slice(0, mostErrors).flatMap((issue) => {
        const path = [part, ...issue.path.map(String)].join('.');
        if (issue.code !== 'unrecognized_keys') return [{ path, message: wordsOf(issue) }];
        return issue.keys.slice(0, mostErrors).map((key) => ({ path: `${path}.${key}`, message: 'Unknown field' }));
      }),
    );
  }
}

/** Message of an issue. A missing field is "Required", whatever its type (spec 5). Issues contain the input because of zod's option `reportInput`. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const isMissing = 'input' in issue && (issue.input === undefined || issue.input === null);
  return isMissing && issue.code !== 'custom' && !issue.message.startsWith('Required') ? 'Required' : issue.message;
}

/**
 * Returns the value when it exists.
 * @throws Rejected with `code` when it is missing.
 */
export function orThrow<T>(thing: T | null | undefined, code: `${string}/unknown`): T {
  if (thing === null || thing === undefined) throw new Rejected(code);
  return thing;
}

/**
 * Result of an optional read; null while its engine is unavailable or its read model is behind. Reads of read models in writes are optional. Calls to
 * open services are as well, because built-in data is their fallback.
 */
export async function ifAvailable<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof EngineUnavailable || (error instanceof Rejected && error.code === 'read/behind')) return null;
    throw error;
  }
}

/** `code` or name of a thrown value, for logs without its message, which may contain user input. */
export function errorCodeOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown }; // any value can be thrown
  return typeof code === 'string' ? code : String(name ?? 'Error');
}
