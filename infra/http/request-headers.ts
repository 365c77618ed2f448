import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CommandContext, Expectation } from '../commands/decider.ts';
import { InvalidRequest } from '../errors.ts';
import { derivedId, newId } from '../identifier.ts';
import type { Identity } from '../identity/port.ts';
import { roles } from '../identity/principal.ts';
import { newTraceId, parseTraceparent } from '../tracing/trace-context.ts';
import { isInternalRequest, principalOf } from './caller.ts';

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
export function readAfter(request: FastifyRequest): number {
  const value = oneHeader(request, 'x-after');
  if (value === undefined) return 0;
  if (!position.test(value)) throw new InvalidRequest([{ path: 'header.x-after', message: 'Must be the x-position of an earlier answer' }]);
  return Number(value);
}

/** An ETag in a list; compressing proxies add a suffix inside or behind it. */
const listed = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"(?:(?:--?|;)\w+)?/;
const list = new RegExp(`^[ \\t,]*${listed.source}(?:[ \\t]*(?:,[ \\t]*)+${listed.source})*[ \\t,]*$`);
const each = new RegExp(listed, 'g');
/** Suffixes of compressing proxies: one per proxy, or several when a proxy left its own. */
const suffix = /(?:(?:--?|[;:])(?:(?:x-)?gzip|br|brotli|deflate|zstd|dcb|dcz|df))+$/i;

/**
 * ETags of `If-Match` or `If-None-Match` (RFC 9110) without additions of proxies: the weakness mark and a compression suffix. `*` matches any; null
 * for a malformed list.
 */
export function parseTags(header: string): '*' | readonly string[] | null {
  if (header.trim() === '*') return '*';
  if (!list.test(header)) return null;
  return Array.from(header.matchAll(each), ([, tag = '']) => tag.replace(suffix, ''));
}

/** True when `If-None-Match` names our ETag, so that the answer is 304; a malformed list names none. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  const tags = parseTags(header);
  return tags === '*' || tags?.includes(etag.replace(/^W\//, '').slice(1, -1)) === true;
}

/** ETag list without additions of proxies; any other header unchanged. */
export function plainTags(header: string): string {
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

/** Reason of an internal request, see `proto/kit/cause.ts`; ignored in external requests. */
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
