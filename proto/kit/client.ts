import type { z } from 'zod';
import type { Problem } from './error.ts';
import type { Reply, Route, Sent } from './route.ts';

/** The typed client: one method per route, named as the route. */
export type Client<R extends Record<string, Route>> = { [K in keyof R]: (sent: Sent<R[K]>) => Promise<Reply<R[K]>> };

export interface ClientOptions {
  /** Where the API is, without a slash at the end, for example `/api`. */
  baseUrl: string;
  /** Access token of the signed-in user, null when there is none. */
  token?: () => Promise<string | null>;
  fetch?: typeof fetch;
}

/** spec 8: any answer that is not 2xx. */
export class ResponseError extends Error {
  readonly status: number;
  readonly problem: Problem | null;
  constructor(status: number, problem: Problem | null) {
    super('Response returned an error code');
    this.status = status;
    this.problem = problem;
  }
}

/** spec 8: the request did not reach the server or its answer did not come back. */
export class FetchError extends Error {
  constructor(cause: unknown) {
    super('The request failed and the interceptors did not return an alternative response', { cause });
  }
}

/** spec 5: a required parameter was not given. */
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
}

function addressOf(name: string, route: Route, sent: Request): string {
  const path = route.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = sent.params?.[field];
    if (value === null || value === undefined) throw new RequiredError(field, name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined && value !== null)
      query.set(key, typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * A client for some routes. It reads its own writes: after a write, reads wait until the read model has caught up with it.
 * @throws ResponseError, FetchError, RequiredError from every method.
 */
export function createClient<R extends Record<string, Route>>(routes: R, options: ClientOptions): Client<R> {
  let position = 0;
  const call = async (name: string, route: Route, sent: Request): Promise<unknown> => {
    const address = addressOf(name, route, sent);
    if (route.body && sent.body === undefined && !(route.body as z.ZodType).safeParse(undefined).success) throw new RequiredError('body', name);
    const token = await options.token?.();
    const headers: Record<string, string> = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (route.method === 'GET' && position > 0) headers['x-after'] = String(position);
    if (sent.idempotencyKey) headers['idempotency-key'] = sent.idempotencyKey;
    if (sent.body !== undefined) headers['content-type'] = 'application/json';
    const init: RequestInit = { method: route.method, headers, ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }) };
    const response = await (options.fetch ?? fetch)(`${options.baseUrl}${address}`, init).catch((error: unknown) => {
      throw new FetchError(error);
    });
    position = Math.max(position, Number(response.headers.get('x-position') ?? 0));
    if (!response.ok) throw new ResponseError(response.status, await problemOf(response));
    return response.status === 204 ? undefined : response.json();
  };
  const methods = Object.entries(routes).map(([name, route]) => [name, (sent: Request) => call(name, route, sent)]);
  // Object.fromEntries forgets the keys; they are those of `routes`.
  return Object.fromEntries(methods) as Client<R>;
}

async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.includes('problem+json')) return null;
  return (await response.json()) as Problem; // the server's own shape, see infra/problem.ts
}
