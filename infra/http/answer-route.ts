import type { OutgoingHttpHeaders } from 'node:http';
import { isOpen } from '@waystory/proto/kit/access.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiHeaders, privateHeaders, publicHeaders } from '../api-headers.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import { InvalidRequest } from '../errors.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import type { Principal } from '../identity/principal.ts';
import { JsonBody } from '../read-models/reads/json-text.ts';
import type { ReadSide } from '../read-models/reads/read-side.ts';
import type { Aside, WorkQueue } from '../work-queue.ts';
import type { Workflows } from '../workflows/workflows.ts';
import type { Admission } from './admission.ts';
import { isInside } from './inject-fetch.ts';
import { networkOf } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { OpenStreams } from './open-streams.ts';
import { commandContext, identify, noCommand, principalOf, readAfter, readIfMatch, requireAccess } from './request-context.ts';
import type { ResponseCache } from './response-cache.ts';
import type { AnyHandler, RouteResponse } from './route-handler.ts';
import { StreamBody } from './stream-body.ts';
import type { TraceRequest } from './trace-requests.ts';

export interface RouteServices {
  commands: CommandHandler;
  readSide: ReadSide;
  verifier: TokenVerifier;
  workflows: Workflows;
  observe: Metrics['observe'];
  /** Records a read that is not answered with what was kept; everything else is recorded by the app. */
  traced: TraceRequest;
  /** Answers that were given before, of all routes. */
  replies: ResponseCache;
  /** Answers that are being made; without it as many as are asked for. */
  work?: WorkQueue;
  /** Knows who has an account; nobody is asked for one without. */
  admission?: Admission;
  /** Told of answers that come bit by bit. */
  streams?: OpenStreams;
}

/** What a request must look like; fields that are not named are refused. */
export interface RequestSchemas {
  params?: z.ZodType | undefined;
  query: z.ZodType;
  body?: z.ZodType | undefined;
}

// What is said of a schema belongs to that very schema, not to those made of it.
const strict = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodObject ? schema.strict().meta({ ...schema.meta() }) : schema);

/** Schemas of a route. One without a query takes none; one without a body ignores it, as DELETE and GET do. */
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

/** What may be written without a sign-in may be written without an account too. */
const needsAccount = ({ method, access, withoutAccount }: Route): boolean => method !== 'GET' && !withoutAccount && !isOpen(access);

/** Answers requests of one route: who asks, may they, is it well formed, what does the handler say. */
export function answerRoute(route: Route, handler: AnyHandler, schemas: RequestSchemas, services: RouteServices) {
  const handle = async (request: FastifyRequest, reply: FastifyReply, known: Identity | null | Promise<Identity>, aside?: Aside) => {
    const identity = await known;
    const principal = principalOf(identity);
    requireAccess(route.access, principal);
    const reads = services.readSide.forRequest(principal, readAfter(request), aside);
    const stampBefore = services.readSide.capture();
    const input = {
      params: parse('params', schemas.params, request.params),
      query: parse('query', schemas.query, request.query),
      body: parse('body', schemas.body, request.body),
      principal,
      identity,
      ifMatch: readIfMatch(request),
      ...(route.method === 'GET' ? noCommand : commandContext(request, identity)),
    };
    if (identity && needsAccount(route)) await services.admission?.requireAccount(identity, services.commands);
    const answer = await handler(input as never, { commands: services.commands, reads, workflows: services.workflows }); // `bind` paired the handler with this route
    if (answer.body instanceof StreamBody) return sendStream(reply, route, answer.body, services);
    if (route.method !== 'GET') return sendWritten(reply, route, principal, answer, services);
    const projections = [...reads.touched];
    const headers = headersOf(route, principal, answer);
    const bytes = Buffer.from(answer.body instanceof JsonBody ? answer.body.text : JSON.stringify(answer.body));
    services.observe(reply, 200);
    services.replies.keep(keyOf(request, principal), { projections, stamp: stampBefore(projections), headers, bytes });
    // Whoever asks for the head alone is answered by what Fastify makes of such a request.
    if (request.raw.method !== 'GET') return reply.headers(headers).send(bytes);
    return void sendAtOnce(reply, { ...headers, 'content-length': bytes.length }, bytes);
  };

  return (request: FastifyRequest, reply: FastifyReply) => {
    const identity = identify(request, services.verifier);
    const answer = () => inTurn(request, identity, services, (aside) => handle(request, reply, identity, aside));
    if (route.method !== 'GET') return answer();
    const kept = keptAnswer(request, identity, services);
    if (!kept) return services.traced(request, reply, answer);
    sendAtOnce(reply, kept.headers, kept.bytes);
    services.observe(reply, 200);
  };
}

/**
 * So much is done at once and so much may wait; who comes then is told to come again, instead of waiting with all others for what nobody waits for any more.
 * Callers are those whose requests are counted, and share the places. What the product asks of itself belongs to something that was begun already.
 */
const inTurn = <T>(
  request: FastifyRequest,
  identity: Identity | null | Promise<Identity>,
  { work }: RouteServices,
  answer: (aside?: Aside) => Promise<T>,
): Promise<T> => {
  if (!work || isInside(request)) return answer();
  const account = identity instanceof Promise ? undefined : identity?.accountId;
  return work.run(account ?? networkOf(request.ip), answer);
};

/** Straight to the socket: what is usual on the way would cost more than a kept answer. Text is of one character for each byte. */
function sendAtOnce(reply: FastifyReply, headers: OutgoingHttpHeaders, body: string | Buffer): void {
  reply.hijack();
  // The type of Fastify's headers only lacks an index.
  const head = reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
  if (typeof body === 'string') head.end(body, 'latin1');
  else head.end(body);
}

/** Kept answers are kept for their principal, who was let in when they were made. */
const keyOf = (request: FastifyRequest, { accountId, roles, isDelegated }: Principal): string =>
  `${accountId} ${isDelegated ? 'delegated' : roles} ${request.url}`;

/** The kept answer to a request, unless the caller wants one made anew or has written what it does not show yet. */
function keptAnswer(request: FastifyRequest, identity: Identity | null | Promise<Identity>, { readSide, replies }: RouteServices) {
  if (identity instanceof Promise || request.headers['cache-control'] === 'no-cache') return undefined;
  const kept = replies.get(keyOf(request, principalOf(identity)));
  if (!kept || request.headers['x-after'] === undefined) return kept;
  const after = readAfter(request);
  return kept.projections.every((projection) => readSide.watermark(projection) >= after) ? kept : undefined;
}

function etagOf({ body, version }: RouteResponse<unknown>): string | null {
  if (version !== undefined) return `"${version}"`;
  return typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number' ? `"${body.version}"` : null;
}

const positionHeader = ({ position }: RouteResponse<unknown>): OutgoingHttpHeaders =>
  position === undefined ? {} : { 'x-position': String(position) };

/** What somebody who is signed in gets is theirs alone, unless it is the same for everyone. */
function headersOf({ caching }: Route, { accountId }: Principal, answer: RouteResponse<unknown>): OutgoingHttpHeaders {
  const etag = etagOf(answer);
  const ofAll = caching ? { ...publicHeaders, 'cache-control': caching } : publicHeaders;
  return { ...(accountId && !caching ? privateHeaders : ofAll), ...(etag && { etag }), ...positionHeader(answer) };
}

/** Statuses that a success of a route has. */
export const usualStatuses = ({ method, statuses }: Route): readonly [number, ...number[]] =>
  statuses ?? [method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200];

/** What comes bit by bit is kept by nobody, and held back by no proxy until it is whole. */
function sendStream(reply: FastifyReply, route: Route, { stream, headers }: StreamBody, { observe, streams }: RouteServices): FastifyReply {
  const [status] = usualStatuses(route);
  observe(reply, status);
  streams?.add(reply.raw);
  const type = route.streamed?.mediaType ?? 'application/octet-stream';
  return reply
    .code(status)
    .headers({ ...privateHeaders, 'content-type': type, 'x-accel-buffering': 'no', ...headers })
    .send(stream);
}

function sendWritten(
  reply: FastifyReply,
  route: Route,
  principal: Principal,
  answer: RouteResponse<unknown>,
  { observe }: RouteServices,
): FastifyReply {
  const status = answer.status ?? usualStatuses(route)[0];
  observe(reply, status);
  reply.code(status);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (status === 204) return reply.headers({ ...apiHeaders, ...positionHeader(answer) }).send();
  if (status === 201) reply.header('location', locationOf(reply, answer.body));
  return reply.headers(headersOf(route, principal, answer)).send(JSON.stringify(answer.body));
}

function locationOf(reply: FastifyReply, body: unknown): string {
  const path = reply.request.url.split('?')[0] ?? '';
  return typeof body === 'object' && body !== null && 'id' in body ? `${path}/${String(body.id)}` : path;
}
