import type { Problem } from './error.ts';
import type { Reply, Route, SentRequest } from './route.ts';

/** Typed client: one method per route, with the route's name. */
export type Client<R extends Record<string, Route>> = { [K in keyof R]: (sent: SentRequest<R[K]>) => Promise<Reply<R[K]>> };

export interface ClientOptions {
  /** Base URL without a trailing slash, for example `/api`. */
  baseUrl: string;
  /** Access token of the signed-in user; null without one. */
  token?: () => Promise<string | null>;
  fetch?: typeof fetch;
  /** Timeout of a request including its body, milliseconds; none by default. */
  timeoutMs?: number;
}

/** spec 8: error for any answer outside 2xx. */
export class ResponseError extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  constructor(status: number, problem: Problem | null) {
    super('Response returned an error code');
    this.status = status;
    this.problem = problem;
  }
}

/** spec 8: error for a request that did not reach the server, or whose answer was lost. */
export class FetchError extends Error {
  constructor(cause: unknown) {
    super('The request failed and the interceptors did not return an alternative response', { cause });
  }
}

/** spec 5: error for a missing required parameter. */
export class RequiredError extends Error {
  readonly field: string;
  constructor(field: string, route: string) {
    super(`Required parameter "${field}" was null or undefined when calling ${route}().`);
    this.field = field;
  }
}

interface Request {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  ifMatch?: number;
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const givenOf = (query: Request['query'] = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => !isMissing(value)));

/** Properties of a route that a client needs, without its schemas, so that a page stays small. */
export interface RouteOutline {
  method: Route['method'];
  path: string;
  needsBody?: true;
  /** True for a text stream, which this client collects. */
  streamed?: true;
  /** Names of the required query parameters. */
  needs?: readonly string[];
}
export type RouteOutlines<R extends Record<string, Route>> = { [K in keyof R]: RouteOutline };

/** Cache of outlines, because services create clients repeatedly. */
const outlined = new WeakMap<Route, RouteOutline>();

function outlineOf(route: Route): RouteOutline {
  const known = outlined.get(route) ?? readOutline(route);
  outlined.set(route, known);
  return known;
}

function readOutline({ method, path, query, body, streamed }: Route): RouteOutline {
  const needs = new Set(query?.safeParse({}).error?.issues.flatMap(({ path: [field] }) => (field === undefined ? [] : [String(field)])));
  const needsBody = body !== undefined && !body.safeParse(undefined).success;
  return { method, path, ...(needsBody && { needsBody }), ...(streamed && { streamed: true }), ...(needs.size > 0 && { needs: [...needs] }) };
}

export const outlinesOf = <R extends Record<string, Route>>(routes: R): RouteOutlines<R> =>
  Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, outlineOf(route)])) as RouteOutlines<R>; // as: the keys are those of `routes`

/** Checks that required parts are present; the server validates their values. @throws RequiredError with the first missing part. */
function requireParts(name: string, { needsBody, needs = [] }: RouteOutline, sent: Request): void {
  if (needsBody && isMissing(sent.body)) throw new RequiredError('body', name);
  const given = givenOf(sent.query);
  const missing = needs.find((field) => !Object.hasOwn(given, field));
  if (missing !== undefined) throw new RequiredError(missing, name);
}

function addressOf(name: string, route: RouteOutline, sent: Request): string {
  const path = route.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = sent.params?.[field];
    if (isMissing(value)) throw new RequiredError(field, name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(givenOf(sent.query)))
    query.set(key, typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

const lost = (cause: unknown): never => {
  throw new FetchError(cause);
};

/**
 * A client that reads its own writes: after a write, its reads wait until the read models include it.
 * @throws ResponseError, FetchError, RequiredError from every method.
 */
export const createClient = <R extends Record<string, Route>>(routes: R, options: ClientOptions): Client<R> =>
  createClientFromOutlines(outlinesOf(routes), options);

/** A client from route outlines. */
export function createClientFromOutlines<R extends Record<string, Route>>(outlines: RouteOutlines<R>, options: ClientOptions): Client<R> {
  let position = 0;
  const call = async (name: string, route: RouteOutline, sent: Request): Promise<unknown> => {
    const address = addressOf(name, route, sent);
    requireParts(name, route, sent);
    const token = await options.token?.();
    const headers: Record<string, string> = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (position > 0) headers['x-after'] = String(position);
    if (sent.idempotencyKey) headers['idempotency-key'] = sent.idempotencyKey;
    if (sent.ifMatch !== undefined) headers['if-match'] = `"${sent.ifMatch}"`;
    if (sent.body !== undefined) headers['content-type'] = 'application/json';
    const init: RequestInit = {
      method: route.method,
      headers,
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(options.timeoutMs && { signal: AbortSignal.timeout(options.timeoutMs) }),
    };
    const response = await (options.fetch ?? fetch)(`${options.baseUrl}${address}`, init).catch(lost);
    position = Math.max(position, Number(response.headers.get('x-position')) || 0);
    if (!response.ok) throw new ResponseError(response.status, await problemOf(response));
    if (response.status === 204) return undefined;
    return (route.streamed ? response.text() : response.json()).catch(lost);
  };
  const methods = Object.entries<RouteOutline>(outlines).map(([name, route]) => [name, (sent: Request) => call(name, route, sent)]);
  // as: `Object.fromEntries` loses the keys, which are those of `outlines`
  return Object.fromEntries(methods) as Client<R>;
}

async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.includes('problem+json')) return null;
  return response.json().catch(() => null) as Promise<Problem | null>; // as: the server's shape, see infra/http/problem.ts
}
