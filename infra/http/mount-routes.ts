import { isOpen } from '@waystory/proto/kit/access.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Rejected } from '../errors.ts';
import { answerRoute, type RequestSchemas, type RouteServices, schemasOf } from './answer-route.ts';
import type { Counted } from './limits.ts';
import { problemStatuses, problemsKey } from './problem-responses.ts';
import { requestHeaders } from './request-headers.ts';
import type { BoundRoutes } from './route-handler.ts';
import { usualStatuses } from './send-reply.ts';

/** Mounts the routes of a context. Routes that another process answers are described too, because the description covers the whole product. */
export function mountRoutes(
  app: FastifyInstance,
  bound: BoundRoutes,
  services: RouteServices,
  answered: (route: Route) => boolean,
  tag: string,
): void {
  for (const [name, route] of Object.entries(bound.routes)) {
    const handler = bound.handlers[name];
    if (!handler) throw new Error(`The route ${name} has no handler`);
    const schemas = schemasOf(route);
    const isAnswered = answered(route) && !bound.absent?.includes(name);
    app.route({
      method: route.method,
      url: route.path,
      schema: documentation(name, route, schemas, tag),
      config: { counted: countedOf(route) },
      // A route of another process is refused before its body is read.
      ...(!isAnswered && { onRequest: answerNothing }),
      handler: isAnswered ? answerRoute(route, handler, schemas, services) : answerNothing,
    });
  }
}

const countedOf = ({ method, perMinute }: Route): Counted => ({ as: method === 'GET' ? 'read' : 'write', ...(perMinute && { perMinute }) });

const answerNothing = (): never => {
  throw new Rejected('request/unknown-route');
};

/** OpenAPI description of the route. Validation itself happens in the handler, so that every error has one form. */
function documentation(name: string, route: Route, schemas: RequestSchemas, tag: string) {
  const codes = route.errors?.length ? `Codes beside the common ones: ${route.errors.join(', ')}` : undefined;
  return {
    operationId: name,
    summary: route.summary,
    ...(codes && { description: codes }),
    tags: [tag],
    ...(!isOpen(route.access) && { security: [{ bearer: [] }] }),
    headers: requestHeaders(route.method),
    ...(schemas.params && { params: schemas.params }),
    ...(route.query && { querystring: schemas.query }),
    ...(schemas.body && { body: schemas.body }),
    [problemsKey]: problemStatuses(route),
    response: Object.fromEntries(usualStatuses(route).map((status) => [status, status === 204 ? z.undefined().describe('Done') : replyOf(route)])),
  };
}

function replyOf({ reply, streamed }: Route) {
  if (!streamed) return reply;
  const headers = Object.entries(streamed.headers).map(([name, says]) => `\`${name}\`: ${says}`);
  return { description: ['Comes bit by bit', ...headers].join('. '), content: { [streamed.mediaType]: { schema: reply } } };
}
