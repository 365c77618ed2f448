import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejected } from '../kit/decider.ts';
import type { AllowedMethods } from './allowed-methods.ts';
import { apiHeaders } from './api-headers.ts';
import type { Metrics } from './metrics.ts';
import { problemOf } from './problem.ts';

/** Seconds after which a client may try again when an engine was away. */
const retryAfter = '1';

interface Telling {
  words: ErrorCatalogue;
  observe: Metrics['observe'];
  methods: Pick<AllowedMethods, 'at'>;
}

/** Answers a request with what went wrong, as problem details. */
export const problemTeller =
  ({ words, observe, methods }: Telling) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Where nothing is, nothing else can be wrong with a request.
    const cause = request.is404 && !(error instanceof Rejected) ? absence(methods, request, reply) : error;
    const problem = problemOf(cause, words, request.id);
    if (problem.status === 500)
      request.log.error({ err: error, traceId: request.id, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (problem.status === 503) reply.header('retry-after', retryAfter);
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
    observe(reply, problem.status);
    return reply
      .code(problem.status)
      .headers({ ...apiHeaders, 'content-type': 'application/problem+json; charset=utf-8' })
      .send(problem);
  };

/** Why there is no route: nothing is at the address, or something that other methods are for. */
export function absence(methods: Pick<AllowedMethods, 'at'>, { url, method }: FastifyRequest, reply: FastifyReply): Rejected {
  const allowed = methods.at(url);
  // Names that the router does not take, such as those with a line break or of a great length, are of nothing.
  if (allowed.length === 0 || allowed.includes(method)) return new Rejected('request/unknown-route');
  reply.header('allow', allowed.join(', '));
  return new Rejected('request/unknown-method');
}
