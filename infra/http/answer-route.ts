import { isOpenToAnonymous } from '@waystory/proto/kit/access.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CommandHandler } from '../commands/command-handler.ts';
import { eraseType } from '../erase.ts';
import { InvalidRequest, Rejected } from '../errors.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import type { Principal } from '../identity/principal.ts';
import { JsonBody } from '../read-models/reads/json-text.ts';
import type { ReadSide } from '../read-models/reads/read-side.ts';
import type { WaitWithoutSlot, WorkQueue } from '../work-queue.ts';
import type { Workflows } from '../workflows/port.ts';
import type { TraceRequest } from './app.ts';
import {
  type Admission,
  commandContext,
  identify,
  isInternalRequest,
  noCommand,
  principalOf,
  readAfterHeader,
  readIfMatch,
  requestHeaders,
  requireAccess,
} from './caller.ts';
import { networkOf, type RouteRateLimit } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { problemStatuses, problemsKey } from './problem-reply.ts';
import type { AnyHandler, BoundRoutes } from './route-handler.ts';
import { headersOf, type OpenStreams, type ResponseCache, StreamBody, sendRawOk, sendStream, sendWritten, successStatuses } from './send-reply.ts';

export interface RouteServices {
  commands: CommandHandler;
  readSide: ReadSide;
  verifier: TokenVerifier;
  workflows: Workflows;
  observe: Metrics['observe'];
  /** Traces a read that the response cache could not answer. The app itself traces writes, pages, and requests with a sampled trace. */
  traced: TraceRequest;
  /** Response cache of all routes. */
  replies: ResponseCache;
  /** Limits concurrent answers; unlimited by default. */
  work?: WorkQueue;
  /** Refuses writes of callers without an account; without it, no route requires an account. */
  admission?: Admission;
  /** Registry of streamed answers. */
  streams?: OpenStreams;
}

/** Schemas of a request; unknown fields are refused. */
export interface RequestSchemas {
  params?: z.ZodType | undefined;
  query: z.ZodType;
  body?: z.ZodType | undefined;
}

// Metadata is copied, because it belongs to one schema object and not to schemas derived from it.
const strict = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.strict().meta({ ...schema.meta() }) : schema);

/** Schemas of a route. A route without a query refuses all parameters. A route without a body schema ignores a body, as DELETE and GET do. */
export const schemasOf = ({ params, query, body }: Route): RequestSchemas => ({
  params: params && strict(params),
  query: strict(query ?? z.object({})),
  body: body && strict(body),
});

function parse(part: 'params' | 'query' | 'body', schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value, { reportInput: true });
  if (parsed?.error) throw InvalidRequest.from(part, parsed.error.issues);
  return parsed?.data;
}

/** True for writes that require an account. Routes open to anonymous writers require none. */
const needsAccount = ({ method, access, withoutAccount }: Route): boolean => method !== 'GET' && !withoutAccount && !isOpenToAnonymous(access);

/** Answers requests of one route: identity, access, input, handler, reply. */
export function answerRoute(route: Route, handler: AnyHandler, schemas: RequestSchemas, services: RouteServices) {
  const { commands, readSide, workflows, observe, replies, streams, admission } = services;
  const isRead = route.method === 'GET';

  const handle = async (request: FastifyRequest, reply: FastifyReply, known: Identity | null | Promise<Identity>, aside?: WaitWithoutSlot) => {
    const identity = await known;
    const principal = principalOf(identity);
    requireAccess(route.access, principal);
    const reads = readSide.forRequest(principal, readAfterHeader(request), aside);
    const stampBefore = isRead ? readSide.capture() : undefined;
    const input = {
      params: parse('params', schemas.params, request.params),
      query: parse('query', schemas.query, request.query),
      body: parse('body', schemas.body, request.body),
      principal,
      identity,
      ifMatch: readIfMatch(request),
      ...(isRead ? noCommand : commandContext(request, identity)),
    };
    if (identity && needsAccount(route)) await admission?.requireAccount(identity, commands);
    const answer = await handler(eraseType(input), { commands, reads, workflows });
    const observed = (sent: FastifyReply): FastifyReply => {
      observe(sent, sent.statusCode);
      return sent;
    };
    if (answer.body instanceof StreamBody) return observed(sendStream(reply, route, answer.body, streams));
    if (!stampBefore) return observed(sendWritten(reply, route, principal, answer));
    const projections = [...reads.touched];
    const headers = headersOf(route, principal, answer);
    const bytes = Buffer.from(answer.body instanceof JsonBody ? answer.body.text : JSON.stringify(answer.body));
    observe(reply, 200);
    replies.keep(cacheKeyOf(request, principal), { projections, stamp: stampBefore(projections), headers, bytes });
    // Fastify answers HEAD requests without the body.
    if (request.raw.method !== 'GET') return reply.headers(headers).send(bytes);
    return void sendRawOk(reply, { ...headers, 'content-length': bytes.length }, bytes);
  };

  return (request: FastifyRequest, reply: FastifyReply) => {
    const identity = identify(request, services.verifier);
    const answer = () => inQueue(request, identity, services, (aside) => handle(request, reply, identity, aside));
    if (!isRead) return answer();
    const cached = cachedReply(request, identity, services);
    if (!cached) return services.traced(request, reply, answer);
    sendRawOk(reply, cached.headers, cached.bytes);
    observe(reply, 200);
  };
}

/**
 * Limits concurrent and waiting answers; further callers get 503 with Retry-After. Slots are shared fairly between callers, identified as for rate
 * limits. Internal requests bypass the queue, because their work has begun already.
 */
const inQueue = <T>(
  request: FastifyRequest,
  identity: Identity | null | Promise<Identity>,
  { work }: RouteServices,
  answer: (aside?: WaitWithoutSlot) => Promise<T>,
): Promise<T> => {
  if (!work || isInternalRequest(request)) return answer();
  const account = identity instanceof Promise ? undefined : identity?.accountId;
  return work.run(account ?? networkOf(request.ip), answer);
};

/** Cache key of an answer. It includes the principal, because the handler checked access only for that principal. */
const cacheKeyOf = (request: FastifyRequest, { accountId, roles, isDelegated }: Principal): string =>
  `${accountId} ${isDelegated ? 'delegated' : roles} ${request.url}`;

/**
 * The cached answer to a request. Undefined without one, for `cache-control: no-cache`, during the verification of a token, or while a read model is
 * behind `x-after`.
 */
function cachedReply(request: FastifyRequest, identity: Identity | null | Promise<Identity>, { readSide, replies }: RouteServices) {
  if (identity instanceof Promise || request.headers['cache-control'] === 'no-cache') return undefined;
  const cached = replies.get(cacheKeyOf(request, principalOf(identity)));
  if (!cached || request.headers['x-after'] === undefined) return cached;
  const after = readAfterHeader(request);
  return cached.projections.every((projection) => readSide.watermark(projection) >= after) ? cached : undefined;
}

/** Mounts the routes of a context. Routes that another process answers are mounted as well, because OpenAPI describes the whole product. */
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
      ...(route.maxBodyBytes && { bodyLimit: route.maxBodyBytes, onRequest: requireToken }),
      // A route of another process is refused before its body is read.
      ...(!isAnswered && { onRequest: answerNothing }),
      handler: isAnswered ? answerRoute(route, handler, schemas, services) : answerNothing,
    });
  }
}

const countedOf = ({ method, perMinute }: Route): RouteRateLimit => ({ as: method === 'GET' ? 'read' : 'write', ...(perMinute && { perMinute }) });

/** Refuses a caller without a token before a large body is read. */
const requireToken = async ({ headers }: FastifyRequest): Promise<void> => {
  if (!headers.authorization) throw new Rejected('auth/required');
};

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
    ...(!isOpenToAnonymous(route.access) && { security: [{ bearer: [] }] }),
    headers: requestHeaders(route.method),
    ...(schemas.params && { params: schemas.params }),
    ...(route.query && { querystring: schemas.query }),
    ...(schemas.body && { body: schemas.body }),
    [problemsKey]: problemStatuses(route),
    response: Object.fromEntries(successStatuses(route).map((status) => [status, status === 204 ? z.undefined().describe('Done') : replyOf(route)])),
  };
}

function replyOf({ reply, streamed }: Route) {
  if (!streamed) return reply;
  const headers = Object.entries(streamed.headers).map(([name, says]) => `\`${name}\`: ${says}`);
  return { description: ['Comes bit by bit', ...headers].join('. '), content: { [streamed.mediaType]: { schema: reply } } };
}
