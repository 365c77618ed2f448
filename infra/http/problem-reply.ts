import type { Socket } from 'node:net';
import type { ErrorCatalogue, Problem } from '@waystory/proto/kit/error.ts';
import type { ConnectionError, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { InvalidRequest, Rejected } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { problemOf } from './problem.ts';
import { traceIdOf } from './request-headers.ts';

/** Seconds after which a client may try again when an engine was away. */
const retryAfter = '1';

interface Telling {
  words: ErrorCatalogue;
  observe: Metrics['observe'];
  methods: Pick<AllowedMethods, 'at'>;
  /** Header of every answer, since some requests set none before. */
  headers: Readonly<Record<string, string>>;
}

/** Answers a request with what went wrong: as problem details, or as a page to whoever asked for one. */
export const problemTeller =
  ({ words, observe, methods, headers }: Telling) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Where nothing is, nothing else can be wrong with a request.
    const cause = request.is404 && !(error instanceof Rejected) ? absence(methods, request, reply) : error;
    const problem = problemOf(cause, words, request.id);
    // Other refusals of 500 are logged where they are found.
    if (problem.code === 'internal/error')
      request.log.error({ err: error, traceId: request.id, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (problem.status === 503) reply.header('retry-after', retryAfter);
    // A route that demands more than the scheme sets the header itself.
    if (problem.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer');
    observe(reply, problem.status);
    reply.code(problem.status).headers(headers);
    if (asksForPage(request)) return reply.type('text/html; charset=utf-8').send(pageOf(problem));
    return reply.type('application/problem+json; charset=utf-8').send(problem);
  };

/** Browsers ask for a page when a person goes somewhere; what a script asks for, or anybody of the API, is data. */
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

/** Why there is no route: nothing is at the address, or something that other methods are for. */
export function absence(methods: Pick<AllowedMethods, 'at'>, { url, method }: FastifyRequest, reply: FastifyReply): Rejected {
  const allowed = methods.at(url);
  // Names that the router does not take, such as those with a line break or of a great length, are of nothing.
  if (allowed.length === 0 || allowed.includes(method)) return new Rejected('request/unknown-route');
  reply.header('allow', allowed.join(', '));
  return new Rejected('request/unknown-method');
}

/** Answer to a request that broke off before routing: too long, too slow, or no HTTP at all. */
function refusalOf({ code }: ConnectionError): Error {
  if (code === 'HPE_HEADER_OVERFLOW') return new Rejected('request/too-long');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Rejected('request/timeout');
  return new InvalidRequest([{ path: 'request', message: 'Must be HTTP' }]);
}

/** Pause between two lines about requests that are too long, milliseconds. */
const pauseMs = 3_600_000;

/** Answers such requests like all others, straight on the socket: there is nothing else of them. */
export function refuseBroken(words: ErrorCatalogue, safe: Readonly<Record<string, string>>, log: Pick<Log, 'warn'>) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error: ConnectionError, socket: Socket): void => {
    // The caller has gone.
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

/** Which methods addresses take. */
export function createAllowedMethods() {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    /** Routes that take any address, such as pages, say nothing of what is there. */
    note({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
      if (/[*(]/.test(url)) return;
      const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const one of [method].flat()) known.methods.add(one);
      routes.set(url, known);
    },
    /** None when nothing is there. */
    at(url: string): string[] {
      const path = url.split('?')[0] ?? '';
      const here = [...routes.values()].filter(({ pattern }) => pattern.test(path));
      return [...new Set(here.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}
