import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { cacheKeyFor, cacheRegistry } from '../cache-registry.ts';
import { Rejected } from '../errors.ts';
import { isInternalRequest } from './caller.ts';

/** Window of the rate limit, milliseconds. */
const window = 60_000;
/** Most callers per limit; the least recently used are evicted first. */
const remembered = 20_000;

const kinds = ['read', 'write', 'page', 'file'] as const;
type Kind = (typeof kinds)[number];

/** Rate limit of a route: its kind, and a lower limit if it is expensive. */
export interface RouteRateLimit {
  as: Kind | 'nothing';
  /** Limit per minute and caller, counted separately from the kind, and shared by all routes with this object. */
  perMinute?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rate limit of the route. By default, reads count as pages, and other methods as writes. */
    counted?: RouteRateLimit;
  }
}

/** Sets the default rate limit of routes that are mounted in a scope after this call. */
export function limitScopeAs(scope: FastifyInstance, counted: RouteRateLimit): void {
  scope.addHook('onRoute', (route) => {
    route.config = { counted, ...route.config };
  });
}

export interface CallLimits {
  /** Requests per minute and caller by kind; 0 is no limit. */
  perMinute: Readonly<Record<Kind, number>>;
  /** Megabytes of text that a caller may write per day; 0 is no limit. */
  writtenPerDay?: number;
  /** Account of a bearer token that was verified earlier. */
  accountOf(token: string): string | undefined;
}

const tokenOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Key of a caller by address. An IPv6 caller has billions of addresses, so its network is the key. */
export const networkOf = (address: string): string => (address.includes(':') ? normalizeIP(address) : address);

const usual: Readonly<Record<'reads' | 'changes', RouteRateLimit>> = { reads: { as: 'page' }, changes: { as: 'write' } };
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rate-limits routes mounted after this call, in this process: per account, or per IP address without a sign-in. Kinds are counted separately, and so
 * are routes with a limit of their own. Internal requests are not counted.
 */
export async function limitRequestRates(app: FastifyInstance, { perMinute, writtenPerDay = 0, accountOf }: CallLimits): Promise<void> {
  const callerOf = (request: FastifyRequest): string => accountOf(tokenOf(request)) ?? networkOf(request.ip);
  await app.register(rateLimit, {
    global: false,
    timeWindow: window,
    cache: remembered,
    keyGenerator: callerOf,
    allowList: isInternalRequest,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    errorResponseBuilder: () => new Rejected('request/too-many'),
  });
  const limitOf = (max: number) => (max === 0 ? undefined : app.rateLimit({ max }));
  const ofKinds = new Map(kinds.map((kind) => [kind, limitOf(perMinute[kind])]));
  const ofRoutes = new WeakMap<RouteRateLimit, preHandlerAsyncHookHandler>();

  const limitFor = (counted: RouteRateLimit): preHandlerAsyncHookHandler | undefined => {
    if (counted.as === 'nothing') return undefined;
    const ofKind = ofKinds.get(counted.as);
    if (!ofKind || counted.perMinute === undefined) return ofKind;
    const own = ofRoutes.get(counted) ?? app.rateLimit({ max: Math.min(counted.perMinute, perMinute[counted.as]) });
    ofRoutes.set(counted, own);
    return own;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const counted = request.routeOptions.config?.counted ?? usual[reading.has(request.method) ? 'reads' : 'changes'];
    const limit = limitFor(counted);
    // A promise for each unlimited request would take a measurable part of a cached answer's time.
    if (limit) limit.call(app, request, reply).then(() => done(), done);
    else done();
  });
  limitWrittenBytes(app, { perDay: writtenPerDay, callerOf });
}

const [day, megabyte] = [86_400_000, 1_000_000];
/** Assumed bytes of a body without a length: the largest accepted body. */
const unknownLength = 512 * 1024;

export interface WrittenBytesLimit {
  /** Megabytes of bodies per caller and day; 0 is no limit. */
  perDay: number;
  callerOf(request: FastifyRequest): string;
  now?: () => number;
}

/** Limits the bytes of text that a caller writes per day, in this process, because texts are kept for ever. Uploads have separate limits. */
export function limitWrittenBytes(app: FastifyInstance, { perDay, callerOf, now = Date.now }: WrittenBytesLimit): void {
  if (perDay === 0) return;
  const written = cacheRegistry.cache<string, { bytes: number; until: number }>('written', {
    sizeOf: () => 16,
    isStale: ({ until }) => until <= now(),
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isText(request) || isInternalRequest(request)) return done();
    const key = cacheKeyFor(callerOf(request));
    const before = written.get(key);
    const so = before && before.until > now() ? before : { bytes: 0, until: now() + day };
    const bytes = so.bytes + lengthOf(request);
    if (bytes > perDay * megabyte) {
      reply.header('retry-after', Math.ceil((so.until - now()) / 1_000));
      return done(new Rejected('request/too-many'));
    }
    written.set(key, { bytes, until: so.until });
    done();
  });
}

const isText = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'POST' || method === 'PUT' || method === 'PATCH') && /\bjson\b/i.test(headers['content-type'] ?? '');

function lengthOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? unknownLength);
  return Number.isFinite(length) ? length : unknownLength;
}
