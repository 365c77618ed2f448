import type { Socket } from 'node:net';
import type { ErrorCatalogue, Problem } from '@waystory/proto/kit/error.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { ConnectionError, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { InvalidRequest, Rejected } from '../errors.ts';
import type { Log } from '../log.ts';
import { traceIdOf } from './caller.ts';
import type { Metrics } from './metrics.ts';
import { problemOf, statusOf, titleByStatus } from './problem.ts';

/** Retry-After of every 503, seconds: engine unavailable, read model behind, or overload. */
const retryAfter = '1';

interface Telling {
  words: ErrorCatalogue;
  observe: Metrics['observe'];
  methods: Pick<AllowedMethods, 'at'>;
  /** Headers of every answer, set again because a request may have failed before they were set. */
  headers: Readonly<Record<string, string>>;
}

/** Answers a failed request with problem details, or with an error page when a browser navigates. */
export const createProblemReplier =
  ({ words, observe, methods, headers }: Telling) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A missing route takes precedence over other errors of the request.
    const cause = request.is404 && !(error instanceof Rejected) ? missingRouteError(methods, request, reply) : error;
    const problem = problemOf(cause, words, request.id);
    // Other refusals with status 500 are logged where they occur.
    if (problem.code === 'internal/error')
      request.log.error({ err: error, traceId: request.id, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (problem.status === 503) reply.header('retry-after', retryAfter);
    // A route with a more specific challenge than the scheme sets the header itself.
    if (problem.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer');
    observe(reply, problem.status);
    reply.code(problem.status).headers(headers);
    if (asksForPage(request)) return reply.type('text/html; charset=utf-8').send(pageOf(problem));
    return reply.type('application/problem+json; charset=utf-8').send(problem);
  };

/** True for browser navigation. Scripts, and all callers of the API, expect problem details. */
function asksForPage({ headers, routeOptions }: FastifyRequest): boolean {
  const { as } = routeOptions.config?.counted ?? {};
  return headers.accept?.includes('text/html') === true && as !== 'read' && as !== 'write';
}

const escapedMarkup = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const pageOf = ({ title, detail, traceId }: Problem): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapedMarkup(title)} · Waystory</title>
<h1>${escapedMarkup(title)}</h1>
<p>${escapedMarkup(detail)}</p>
<p><a href="/">Waystory</a> <small>${escapedMarkup(traceId)}</small></p>
</html>
`;

/** Error of a missing route: an unknown path (404), or a known path with other methods (405). */
export function missingRouteError(methods: Pick<AllowedMethods, 'at'>, { url, method }: FastifyRequest, reply: FastifyReply): Rejected {
  const allowed = methods.at(url);
  // Paths that the router rejects, such as very long ones or ones with a line break, count as unknown.
  if (allowed.length === 0 || allowed.includes(method)) return new Rejected('request/unknown-route');
  reply.header('allow', allowed.join(', '));
  return new Rejected('request/unknown-method');
}

/** Error of a request that failed before routing: too long, too slow, or not HTTP. */
function refusalOf({ code }: ConnectionError): Error {
  if (code === 'HPE_HEADER_OVERFLOW') return new Rejected('request/too-long');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Rejected('request/timeout');
  return new InvalidRequest([{ path: 'request', message: 'Must be HTTP' }]);
}

/** Interval of log lines about requests that are too long, milliseconds. */
const pauseMs = 3_600_000;

/** Answers requests that failed before routing with problem details. It writes directly to the socket, because such requests have no reply object. */
export function answerClientErrors(words: ErrorCatalogue, safe: Readonly<Record<string, string>>, log: Pick<Log, 'warn'>) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error: ConnectionError, socket: Socket): void => {
    // The caller has disconnected.
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (error.code === 'HPE_HEADER_OVERFLOW' && performance.now() - loggedAt > pauseMs) {
      loggedAt = performance.now();
      log.warn('the headers of a request were longer than 32 kB; an access token with many groups may be why');
    }
    const problem = problemOf(refusalOf(error), words, traceIdOf({}));
    const body = JSON.stringify(problem);
    const headers = {
      ...safe,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`);
    socket.destroy(error);
  };
}

const escapedPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (url: string): RegExp => new RegExp(`^${url.split(/:\w+/).map(escapedPattern).join('[^/]+')}/?$`);

export type AllowedMethods = ReturnType<typeof createAllowedMethods>;

/** Tracks the allowed methods of paths. */
export function createAllowedMethods() {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    /** Registers a route, except catch-all routes, such as pages, because they do not prove that a path exists. */
    note({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
      if (/[*(]/.test(url)) return;
      const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const one of [method].flat()) known.methods.add(one);
      routes.set(url, known);
    },
    /** Allowed methods of a path; empty when it is unknown. */
    at(url: string): string[] {
      const path = url.split('?')[0] ?? '';
      const here = [...routes.values()].filter(({ pattern }) => pattern.test(path));
      return [...new Set(here.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}

/** Statuses that any request may get: malformed, invalid token, suspended account, too many requests, too long headers, unavailable engine. */
const always = [400, 401, 403, 429, 431, 503];

/** Statuses of the problems that a route may answer. */
export function problemStatuses({ method, params, body, errors = [] }: Route): number[] {
  const writes = method === 'GET' ? [] : [409, 412, 413, 415, 422];
  const named = errors.map((code) => statusOf(code));
  return [...new Set([...always, ...(params ? [404] : []), ...(body ? [413] : []), ...writes, ...named])].sort();
}

/** Extension key by which the statuses reach the OpenAPI description. */
export const problemsKey = 'x-problems';

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'traceId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'entity/what-is-wrong' },
    detail: { type: 'string', description: 'A sentence for people' },
    errors: {
      type: 'array',
      description: 'Where and why, for input that is not right',
      items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    traceId: { type: 'string' },
  },
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Describes the refusals of every operation by references to one schema and one response per status. */
export function describeProblems(api: Json): Json {
  const seen = new Set<number>();
  const paths = Object.values(isObject(api.paths) ? api.paths : {}).filter(isObject);
  for (const operation of paths.flatMap((path) => Object.values(path)).filter(isObject)) {
    const statuses = operation[problemsKey];
    if (!Array.isArray(statuses) || !isObject(operation.responses)) continue;
    delete operation[problemsKey];
    for (const status of statuses.map(Number)) {
      seen.add(status);
      operation.responses[status] ??= { $ref: `#/components/responses/Problem${status}` };
    }
  }
  const components = isObject(api.components) ? api.components : {};
  const schemas = { ...(isObject(components.schemas) ? components.schemas : {}), Problem: problemSchema };
  return { ...api, components: { ...components, schemas, responses: Object.fromEntries([...seen].sort().map(responseOf)) } };
}

const retried = [429, 503];
const responseOf = (status: number): [string, Json] => [
  `Problem${status}`,
  {
    description: titleByStatus[status] ?? 'Error',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    ...(retried.includes(status) && { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }),
  },
];
