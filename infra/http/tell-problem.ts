import type { ErrorCatalogue, Problem } from '@waystory/proto/kit/error.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejected } from '../errors.ts';
import type { AllowedMethods } from './allowed-methods.ts';
import type { Metrics } from './metrics.ts';
import { problemOf } from './problem.ts';

/** Seconds after which a client may try again when an engine was away. */
const retryAfter = '1';

interface Telling {
  words: ErrorCatalogue;
  observe: Metrics['observe'];
  methods: Pick<AllowedMethods, 'at'>;
  /** Of every answer: of some requests, nothing has been said before. */
  headers: Readonly<Record<string, string>>;
}

/** Answers a request with what went wrong: as problem details, or as a page to whoever asked for one. */
export const problemTeller =
  ({ words, observe, methods, headers }: Telling) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Where nothing is, nothing else can be wrong with a request.
    const cause = request.is404 && !(error instanceof Rejected) ? absence(methods, request, reply) : error;
    const problem = problemOf(cause, words, request.id);
    if (problem.status === 500)
      request.log.error({ err: error, traceId: request.id, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (problem.status === 503) reply.header('retry-after', retryAfter);
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
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

const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const pageOf = ({ title, detail, traceId }: Problem): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Waystory</title>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
<p><a href="/">Waystory</a> <small>${escaped(traceId)}</small></p>
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
