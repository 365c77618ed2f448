import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Access, type AccessRow, accessMatrix } from '@waystory/proto/kit/access.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { z } from 'zod';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { CommandContext, Expectation } from '../commands/decider.ts';
import { InvalidRequest, Rejected } from '../errors.ts';
import { derivedId, newId } from '../identifier.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import { anonymousPrincipal, isAdmin, isModerator, type Principal, roles } from '../identity/principal.ts';
import { newTraceId, parseTraceparent } from '../tracing/port.ts';

/** Remote address of requests without a socket. It is no valid IP address, so no network caller can have it. */
const internal = 'inside';

/** True for a request sent by the product itself. */
export const isInternalRequest = ({ raw }: FastifyRequest): boolean => raw.socket.remoteAddress === internal;

/** A `fetch` that reaches the app in the same process, without a socket. */
export const injectFetch =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const method = (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>; // methods of fetch and inject are the same words
    const headers = Object.fromEntries(new Headers(init?.headers));
    const payload = typeof init?.body === 'string' ? { payload: init.body } : {};
    const answer = await app.inject({ method, url: String(input), headers, ...payload, remoteAddress: internal });
    const answered = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: answered });
  };

/** Admits or refuses the bearer of a valid token. */
export interface Admission {
  /**
   * Reason to refuse a bearer: `auth/suspended`, with reason and end as data, or `auth/expired-token`; null when admitted. It runs on every request,
   * so it answers from memory.
   */
  refusalOf(identity: Identity): Rejected | null;
  /**
   * Requires an account for a write. An account created by this process is seen at once, that of another process after a fraction of a second.
   * @param commands Command handler of the process, whose cache includes its own writes.
   * @throws Rejected the refusal of `refusalOf`, or `auth/no-account` without an account.
   */
  requireAccount(identity: Identity, commands: Pick<CommandHandler, 'recall'>): Promise<void>;
}

/**
 * A verifier that refuses tokens of bearers who are not admitted.
 * @throws Rejected the refusal, in addition to the errors of `verifier`.
 */
export function admittingVerifier(admission: Admission, verifier: TokenVerifier): TokenVerifier {
  const admitted = (identity: Identity): Identity => {
    const refusal = admission.refusalOf(identity);
    if (refusal) throw refusal;
    return identity;
  };
  return {
    verify: async (token) => admitted(await verifier.verify(token)),
    recall(token) {
      const identity = verifier.recall(token);
      return identity && admitted(identity);
    },
  };
}

/**
 * Identity of a caller; null without an Authorization header. Synchronous for a cached token.
 * @throws Rejected `auth/invalid-token` for a header without a bearer token, and the errors of `verifier`.
 */
export function identify(request: FastifyRequest, verifier: TokenVerifier): Identity | null | Promise<Identity> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = header.startsWith('Bearer ') ? header.slice(7) : /^Bearer (\S+)$/i.exec(header)?.[1];
  if (!token) throw new Rejected('auth/invalid-token');
  return verifier.recall(token) ?? verifier.verify(token);
}

/** Principal of an identity. A delegate has no roles, because roles belong to a person (decision 0074). */
export function principalOf(identity: Identity | null): Principal {
  if (!identity) return anonymousPrincipal;
  const { accountId, roles, isDelegated } = identity;
  return isDelegated ? { accountId, roles: [], isDelegated } : { accountId, roles };
}

/** Column of the access matrix with the rights of a principal. */
function columnOf(principal: Principal): keyof AccessRow {
  if (principal.isDelegated) return 'delegated';
  if (isAdmin(principal)) return 'admin';
  if (isModerator(principal)) return 'moderator';
  return principal.accountId ? 'user' : 'anonymous';
}

/** @throws Rejected when the matrix gives the principal no access at all. */
export function requireAccess(access: Access, principal: Principal): void {
  if (accessMatrix[access][columnOf(principal)] !== 'none') return;
  throw new Rejected(principal.accountId ? 'auth/forbidden' : 'auth/required');
}

const oneHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const position = /^[0-9]{1,15}$/;
const idempotencyKey = /^[\x21-\x7e]{1,200}$/;

/** Request headers of a method, for the OpenAPI description; they are parsed below. */
export const requestHeaders = (method: Route['method']): z.ZodObject =>
  z.object({
    'x-after': z.string().regex(position).optional().describe('`x-position` of an earlier answer, which this one must have seen'),
    ...(method === 'POST' && { 'idempotency-key': z.string().regex(idempotencyKey).optional().describe('The same key does the same thing once') }),
    ...(['PUT', 'PATCH', 'DELETE'].includes(method) && {
      'if-match': z.string().optional().describe('ETag of an earlier answer, or several, or `*`: refused with 412 when it is another by now'),
    }),
  });

/** `x-after`: log position that a read must include; 0 by default. */
export function readAfterHeader(request: FastifyRequest): number {
  const value = oneHeader(request, 'x-after');
  if (value === undefined) return 0;
  if (!position.test(value)) throw new InvalidRequest([{ path: 'header.x-after', message: 'Must be the x-position of an earlier answer' }]);
  return Number(value);
}

/** An ETag in a list. Compressing proxies add a suffix inside or behind the quotes. */
const listed = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"(?:(?:--?|;)\w+)?/;
const list = new RegExp(`^[ \\t,]*${listed.source}(?:[ \\t]*(?:,[ \\t]*)+${listed.source})*[ \\t,]*$`);
const each = new RegExp(listed, 'g');
/** Suffixes of compressing proxies: one per proxy, or several in a row. */
const suffix = /(?:(?:--?|[;:])(?:(?:x-)?gzip|br|brotli|deflate|zstd|dcb|dcz|df))+$/i;

/**
 * Parses the ETags of `If-Match` or `If-None-Match` (RFC 9110), without the weakness mark and the compression suffix that proxies add. Returns `*`
 * for any ETag, and null for a malformed list.
 */
export function parseTags(header: string): '*' | readonly string[] | null {
  if (header.trim() === '*') return '*';
  if (!list.test(header)) return null;
  return Array.from(header.matchAll(each), ([, tag = '']) => tag.replace(suffix, ''));
}

/** True when `If-None-Match` contains this ETag, so that the answer is 304; false for a malformed list. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  const tags = parseTags(header);
  return tags === '*' || tags?.includes(etag.replace(/^W\//, '').slice(1, -1)) === true;
}

/** ETag list without weakness marks and additions of proxies; any other header is only trimmed. */
export function withoutProxySuffixes(header: string): string {
  const tags = parseTags(header);
  return tags === null || tags === '*' ? header.trim() : tags.map((tag) => `"${tag}"`).join(', ');
}

/** Versions in `If-Match`; null without the header and for `*`. */
export function readIfMatch(request: FastifyRequest): NonNullable<Expectation['ifMatch']> | null {
  const value = oneHeader(request, 'if-match');
  if (value === undefined) return null;
  const tags = parseTags(value);
  if (!tags) throw new InvalidRequest([{ path: 'header.if-match', message: 'Must be ETags of earlier answers, in quotes, or *' }]);
  return tags === '*' ? null : tags;
}

/** Trace id of the caller (W3C Trace Context), or a new one; 32 hex digits. */
export const traceIdOf = ({ traceparent }: IncomingHttpHeaders): string => parseTraceparent(traceparent)?.traceId ?? newTraceId();

/** Header with the cause of an internal request, see `proto/kit/cause.ts`; ignored in external requests. */
export const causeHeader = 'x-cause';

/** Context of a request without a command. */
export const noCommand = { context: { actorId: null, now: '', commandId: '' }, newId: '' };

/**
 * Context of a command. With an `Idempotency-Key` on a POST, all ids follow from caller and key. A repetition therefore finds the first result in the
 * stream itself, without a table of keys.
 */
export function commandContext(request: FastifyRequest, identity: Identity | null): { context: CommandContext; newId: string } {
  const role = roles.findLast((one) => principalOf(identity).roles.includes(one));
  const cause = isInternalRequest(request) ? oneHeader(request, causeHeader) : undefined;
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
