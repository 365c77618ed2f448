import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import type { CommandHandler } from '../kit/command-handler.ts';
import type { ReadSide } from '../kit/read-side.ts';
import type { Answer, AnyHandler, BoundRoutes } from '../kit/route-handler.ts';
import type { Viewer } from '../kit/viewer.ts';
import { InvalidRequest } from './problem.ts';
import { createReplyCache } from './reply-cache.ts';
import { commandContext, identify, readAfter, readIfMatch, requireAccess, viewerOf } from './request-context.ts';

export interface RouteServices {
  commands: CommandHandler;
  readSide: ReadSide;
  verifier: TokenVerifier;
}

const strict = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.strict() : schema);

const noQuery = z.strictObject({});

function parse(part: 'params' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown): unknown {
  // A route without a query takes none; one without a body ignores it, as DELETE and GET do.
  if (!schema) return part === 'query' ? parse('query', noQuery, value) : undefined;
  const parsed = schema.safeParse(value ?? (part === 'body' ? undefined : {}));
  if (!parsed.success) throw InvalidRequest.from(part, parsed.error.issues);
  return parsed.data;
}

/** Mounts the routes of a context: GETs for the query role, everything else for the command role. */
export function mountRoutes(app: FastifyInstance, bound: BoundRoutes, services: RouteServices, only: (route: Route) => boolean, tag: string): void {
  const cache = createReplyCache((projections) => services.readSide.stamp(projections));
  for (const [name, route] of Object.entries(bound.routes)) {
    const handler = bound.handlers[name];
    if (!handler) throw new Error(`The route ${name} has no handler`);
    if (only(route)) mountRoute(app, name, route, handler, services, cache, tag);
  }
}

function mountRoute(
  app: FastifyInstance,
  name: string,
  route: Route,
  handler: AnyHandler,
  services: RouteServices,
  cache: ReturnType<typeof createReplyCache>,
  tag: string,
): void {
  const schemas = { params: route.params && strict(route.params), query: route.query && strict(route.query), body: route.body && strict(route.body) };

  const keyOf = (request: FastifyRequest, { accountId, roles }: Viewer): string => `${accountId} ${roles} ${request.url}`;

  /** The answer that was given before to the same request of the same viewer, without waiting for anything. */
  const answerKept = (request: FastifyRequest, reply: FastifyReply, identity: Identity | null | Promise<Identity>): boolean => {
    if (identity instanceof Promise || request.headers['x-after'] !== undefined) return false;
    const viewer = viewerOf(identity);
    const kept = cache.get(keyOf(request, viewer));
    if (!kept) return false;
    requireAccess(route.access, viewer);
    send(reply, kept.bytes, kept.etag);
    return true;
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply, known: Identity | null | Promise<Identity>) => {
    const identity = await known;
    const viewer = viewerOf(identity);
    requireAccess(route.access, viewer);
    const after = readAfter(request);
    const parsed = {
      params: parse('params', schemas.params, request.params),
      query: parse('query', schemas.query, request.query),
      body: parse('body', schemas.body, request.body),
    };
    const stampBefore = services.readSide.capture();
    const reads = services.readSide.forRequest(viewer, after);
    const input = { ...parsed, viewer, identity, ifMatch: readIfMatch(request), ...commandContext(request, identity) };
    const answer = await handler(input as never, { commands: services.commands, reads }); // `bind` paired the handler with this route
    if (route.method !== 'GET') return sendWritten(reply, route, answer);
    const projections = [...reads.touched];
    const bytes = cache.keep(keyOf(request, viewer), projections, stampBefore(projections), etagOf(answer.body), JSON.stringify(answer.body));
    return send(reply, bytes, etagOf(answer.body));
  };

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const identity = identify(request, services.verifier);
    // Not a promise when it is sent already: what follows a promise would cost more than this answer.
    return route.method === 'GET' && answerKept(request, reply, identity) ? undefined : handle(request, reply, identity);
  };

  app.route({ method: route.method, url: route.path, schema: documentation(name, route, schemas, tag), handler: answer });
}

const etagOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number' ? `"${body.version}"` : null;

function send(reply: FastifyReply, bytes: Buffer | string, etag: string | null): FastifyReply {
  if (etag) reply.header('etag', etag);
  // Answers depend on who asks; a shared cache must not mix them up.
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'private, no-cache').send(bytes);
}

function sendWritten(reply: FastifyReply, route: Route, answer: Answer<unknown>): FastifyReply {
  if (answer.position !== undefined) reply.header('x-position', String(answer.position));
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (route.method === 'DELETE') return reply.code(204).send();
  const etag = etagOf(answer.body);
  if (etag) reply.header('etag', etag);
  if (route.method === 'POST') reply.code(201).header('location', locationOf(reply, answer.body));
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

function locationOf(reply: FastifyReply, body: unknown): string {
  const path = reply.request.url.split('?')[0] ?? '';
  return typeof body === 'object' && body !== null && 'id' in body ? `${path}/${String(body.id)}` : path;
}

/** What OpenAPI says of the route; validation itself happens in the handler, so that every error has one form. */
function documentation(name: string, route: Route, schemas: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType }, tag: string) {
  const status = route.method === 'DELETE' ? 204 : route.method === 'POST' ? 201 : 200;
  const codes = route.errors?.length ? `Codes beside the common ones: ${route.errors.join(', ')}` : undefined;
  return {
    operationId: name,
    summary: route.summary,
    ...(codes && { description: codes }),
    tags: [tag],
    ...(route.access !== 'anyone' && { security: [{ bearer: [] }] }),
    ...(schemas.params && { params: schemas.params }),
    ...(schemas.query && { querystring: schemas.query }),
    ...(schemas.body && { body: schemas.body }),
    response: { [status]: status === 204 ? z.undefined().describe('Done') : route.reply },
  };
}
