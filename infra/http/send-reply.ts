import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyReply } from 'fastify';
import { apiHeaders, privateHeaders, publicHeaders } from '../api-headers.ts';
import { type CacheRegistry, cacheKeyFor, cacheRegistry } from '../cache-registry.ts';
import type { Principal } from '../identity/principal.ts';
import type { RouteResponse } from './route-handler.ts';

/** Statuses of successful answers of a route; the first is the default. */
export const successStatuses = ({ method, statuses }: Route): readonly [number, ...number[]] =>
  statuses ?? [method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200];

/** Body of a streamed answer, with the headers that its route declares. The stream is destroyed when the caller disconnects. */
export class StreamBody {
  readonly stream: Readable;
  readonly headers: Readonly<Record<string, string>>;
  constructor(stream: Readable, headers: Readonly<Record<string, string>>) {
    this.stream = stream;
    this.headers = headers;
  }
}

/** Streamed answers in progress. */
export interface OpenStreams {
  add(response: ServerResponse): void;
  /** Resolves when no stream is left. */
  ended(): Promise<void>;
  /** Aborts all streams, including later ones. Clients detect the incomplete answer and reconnect to another process. */
  breakOff(): void;
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<ServerResponse>();
  let isOver = false;
  return {
    add(response) {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (isOver) response.destroy();
    },
    async ended() {
      for (let [one] = open; one; [one] = open) await once(one, 'close');
    },
    breakOff() {
      isOver = true;
      for (const response of open) response.destroy();
    },
  };
}

/** The entity's version as ETag; null when it has none. */
function etagOf({ body, version }: RouteResponse<unknown>): string | null {
  if (version !== undefined) return `"${version}"`;
  return typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'number' ? `"${body.version}"` : null;
}

const positionHeader = ({ position }: RouteResponse<unknown>): OutgoingHttpHeaders =>
  position === undefined ? {} : { 'x-position': String(position) };

/** Headers of an answer. Answers to signed-in callers are private, unless the route declares another caching. */
export function headersOf({ caching }: Route, { accountId }: Principal, answer: RouteResponse<unknown>): OutgoingHttpHeaders {
  const etag = etagOf(answer);
  const ofAll = caching ? { ...publicHeaders, 'cache-control': caching } : publicHeaders;
  return { ...(accountId && !caching ? privateHeaders : ofAll), ...(etag && { etag }), ...positionHeader(answer) };
}

/**
 * Writes directly to Node's response, because Fastify's reply would cost more than a cached answer. A string body has one character per byte
 * (latin1).
 */
export function sendRawOk(reply: FastifyReply, headers: OutgoingHttpHeaders, body: string | Buffer): void {
  reply.hijack();
  // The type of Fastify's headers only lacks an index.
  const head = reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
  if (typeof body === 'string') head.end(body, 'latin1');
  else head.end(body);
}

/** Sends a stream that neither caches nor proxies may store or buffer. */
export function sendStream(reply: FastifyReply, route: Route, { stream, headers }: StreamBody, streams?: OpenStreams): FastifyReply {
  streams?.add(reply.raw);
  const type = route.streamed?.mediaType ?? 'application/octet-stream';
  return reply
    .code(successStatuses(route)[0])
    .headers({ ...privateHeaders, 'content-type': type, 'x-accel-buffering': 'no', ...headers })
    .send(stream);
}

/** Sends the answer to a write. */
export function sendWritten(reply: FastifyReply, route: Route, principal: Principal, answer: RouteResponse<unknown>): FastifyReply {
  const status = answer.status ?? successStatuses(route)[0];
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

/** Length below which an answer is sent together with its headers, bytes. */
const inOnePiece = 16 * 1024;

/** Overhead of a cached answer besides its body, bytes: headers, projections and stamp. */
const replyBytes = 600;

export interface CachedReply {
  /**
   * Body. A short body is a string with one character per byte (latin1), which Node sends together with the headers. A longer body stays a buffer, to
   * avoid a copy.
   */
  bytes: string | Buffer;
  headers: OutgoingHttpHeaders;
  /** Projections that the answer was read from, and their stamp before the read. */
  projections: readonly string[];
  stamp: string;
}

/** A new answer. Its stamp is undefined when a projection changed during the read, or is unknown. */
interface NewReply extends Pick<CachedReply, 'projections'> {
  bytes: Buffer;
  headers: OutgoingHttpHeaders;
  stamp: string | undefined;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Cache of encoded answers to reads, valid until one of their projections changes; the least recently used is evicted first. An answer is cached at
 * its second request, because most are requested once, and would evict the others.
 */
export function createResponseCache(stampNow: (projections: readonly string[]) => string | undefined, memory: CacheRegistry = cacheRegistry) {
  const isStale = ({ projections, stamp }: CachedReply): boolean => stampNow(projections) !== stamp;
  const replies = memory.cache<string, CachedReply>('replies', { sizeOf: ({ bytes }) => replyBytes + bytes.length, isStale });
  // Hashes of the keys of reads requested once. A collision only means that an answer is cached at its first request.
  const once = memory.cache<number, true>('asked once', { sizeOf: () => 0 });
  return {
    get(question: string): CachedReply | undefined {
      const key = cacheKeyFor(question);
      const reply = replies.get(key);
      if (!reply || !isStale(reply)) return reply;
      replies.delete(key);
      return undefined;
    },
    /** Caches an answer with a stamp, if its key was requested before. */
    keep(question: string, { bytes, projections, stamp, headers }: NewReply): void {
      if (stamp === undefined || projections.length === 0) return;
      const hash = crc32(question);
      if (!once.get(hash)) {
        once.set(hash, true);
        return;
      }
      const key = cacheKeyFor(question);
      // Not replaced, because the cached answer with this stamp is equal. Callers that bypass the cache produce such answers.
      if (replies.get(key)?.stamp === stamp) return;
      replies.set(key, {
        bytes: bytes.length < inOnePiece ? bytes.toString('latin1') : bytes,
        headers: { ...headers, 'content-length': bytes.length },
        projections,
        stamp,
      });
    },
  };
}
