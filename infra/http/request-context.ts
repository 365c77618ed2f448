import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Access, matrix, type Row } from '@waystory/proto/kit/access.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CommandContext } from '../commands/command-handler.ts';
import { InvalidRequest, Rejected } from '../errors.ts';
import { derivedId, newId } from '../identifier.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import { anonymous, isAdmin, isModerator, type Principal, roles } from '../identity/principal.ts';
import { newTraceId, parseTraceparent } from '../tracing/trace-context.ts';
import { parseTags } from './entity-tags.ts';
import { isInside } from './inject-fetch.ts';

/**
 * Who sends a request; null without an Authorization header. Answers at once when the token was seen before.
 * @throws InvalidToken for any header that is not a valid bearer token.
 */
export function identify(request: FastifyRequest, verifier: TokenVerifier): Identity | null | Promise<Identity> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = header.startsWith('Bearer ') ? header.slice(7) : /^Bearer (\S+)$/i.exec(header)?.[1];
  if (!token) throw new Rejected('auth/invalid-token');
  return verifier.recall(token) ?? verifier.verify(token);
}

/** Roles are a person's own: they never reach whatever acts for that person. */
export function principalOf(identity: Identity | null): Principal {
  if (!identity) return anonymous;
  const { accountId, roles, isDelegated } = identity;
  return isDelegated ? { accountId, roles: [], isDelegated } : { accountId, roles };
}

/** Column of the matrix that a principal's rights stand in. */
function columnOf(principal: Principal): keyof Row {
  if (principal.isDelegated) return 'delegated';
  if (isAdmin(principal)) return 'admin';
  if (isModerator(principal)) return 'moderator';
  return principal.accountId ? 'user' : 'anonymous';
}

/** @throws Rejected when the matrix lets the principal reach nothing of what a route is about. */
export function requireAccess(access: Access, principal: Principal): void {
  if (matrix[access][columnOf(principal)] !== 'none') return;
  throw new Rejected(principal.accountId ? 'auth/forbidden' : 'auth/required');
}

const oneHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const position = /^[0-9]{1,15}$/;
const idempotencyKey = /^[\x21-\x7e]{1,200}$/;

/** Headers that a request of a method may come with, for the description; they are read below. */
export const requestHeaders = (method: Route['method']): z.ZodObject =>
  z.object({
    'x-after': z.string().regex(position).optional().describe('`x-position` of an earlier answer, which this one must have seen'),
    ...(method === 'POST' && { 'idempotency-key': z.string().regex(idempotencyKey).optional().describe('The same key does the same thing once') }),
    ...(['PUT', 'PATCH', 'DELETE'].includes(method) && {
      'if-match': z.string().optional().describe('ETag of an earlier answer, or several, or `*`: refused with 412 when it is another by now'),
    }),
  });

/** `x-after`: log position that a read must have seen; 0 when it does not matter. */
export function readAfter(request: FastifyRequest): number {
  const value = oneHeader(request, 'x-after');
  if (value === undefined) return 0;
  if (!position.test(value)) throw new InvalidRequest([{ path: 'header.x-after', message: 'Must be the x-position of an earlier answer' }]);
  return Number(value);
}

/** Tags of `If-Match`, of which a version must be one; null when there is no such header or it is `*`. */
export type IfMatch = readonly string[] | null;

export function readIfMatch(request: FastifyRequest): IfMatch {
  const value = oneHeader(request, 'if-match');
  if (value === undefined) return null;
  const tags = parseTags(value);
  if (!tags) throw new InvalidRequest([{ path: 'header.if-match', message: 'Must be ETags of earlier answers, in quotes, or *' }]);
  return tags === '*' ? null : tags;
}

/** Trace id of the caller (W3C Trace Context), or a new one; 32 hex digits. */
export const traceIdOf = ({ traceparent }: IncomingHttpHeaders): string => parseTraceparent(traceparent)?.traceId ?? newTraceId();

/** What the product makes a request for, by `proto/kit/cause.ts`. Only the product itself is believed. */
export const causeHeader = 'x-cause';

/** For a request that is no command. */
export const noCommand = { context: { actorId: null, now: '', commandId: '' }, newId: '' };

/**
 * What a command is told of its request. With an `Idempotency-Key` on a POST all ids follow from the caller and the key,
 * so that a repetition finds what the first one did in the stream itself and nothing has to be kept beside it.
 */
export function commandContext(request: FastifyRequest, identity: Identity | null): { context: CommandContext; newId: string } {
  const role = roles.findLast((one) => principalOf(identity).roles.includes(one));
  const cause = isInside(request) ? oneHeader(request, causeHeader) : undefined;
  const base = {
    actorId: identity?.accountId ?? null,
    now: new Date().toISOString(),
    traceId: request.id,
    ...(role && { role }),
    ...(cause && { cause }),
  };
  const key = request.method === 'POST' ? oneHeader(request, 'idempotency-key') : undefined;
  if (key === undefined) {
    const drawnId = newId();
    return { context: { ...base, commandId: newId(), drawnId }, newId: drawnId };
  }
  if (!idempotencyKey.test(key)) throw new InvalidRequest([{ path: 'header.idempotency-key', message: '1 to 200 visible ASCII characters' }]);
  const commandId = derivedId('command', identity?.subjectId ?? '', key);
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('base64url');
  const drawnId = derivedId('entity', commandId);
  return { context: { ...base, commandId, requestHash, drawnId }, newId: drawnId };
}
