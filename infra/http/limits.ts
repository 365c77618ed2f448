import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { Rejected } from '../errors.ts';
import { isInside } from './inject-fetch.ts';
import { boundWrites } from './written-bytes.ts';

/** Milliseconds that requests are counted over. */
const window = 60_000;
/** Callers that one limit remembers; the longest unseen is forgotten first. */
const remembered = 20_000;

const kinds = ['read', 'write', 'page', 'file'] as const;
type Kind = (typeof kinds)[number];

/** What the requests of a route are counted as. */
export interface Counted {
  as: Kind | 'nothing';
  /** Most requests a minute of one caller to all routes that share this object, which are then counted by themselves. */
  perMinute?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without it, requests count as pages when they read, and as writes otherwise. */
    counted?: Counted;
  }
}

/** Routes that are mounted in a scope after this are counted so, but for those that say themselves how. */
export function countAs(scope: FastifyInstance, counted: Counted): void {
  scope.addHook('onRoute', (route) => {
    route.config = { counted, ...route.config };
  });
}

export interface CallLimits {
  /** Requests a minute of one caller by kind; 0 is no limit. */
  perMinute: Readonly<Record<Kind, number>>;
  /** Megabytes of texts that one caller may write in a day; 0 is no limit. */
  writtenPerDay?: number;
  /** The account that a bearer token was seen to belong to. */
  accountOf(token: string): string | undefined;
}

const tokenOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Whoever has an address of IPv6 has billions: the network counts. Others are what they are, which most are. */
export const networkOf = (address: string): string => (address.includes(':') ? normalizeIP(address) : address);

const usual: Readonly<Record<'reads' | 'changes', Counted>> = { reads: { as: 'page' }, changes: { as: 'write' } };
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Counts every request that comes after this per account, or per address of those who are not signed in, in this process: by kind,
 * and by themselves those of routes with a limit of their own. What the product asks of itself is not counted.
 */
export async function limitCalls(app: FastifyInstance, { perMinute, writtenPerDay = 0, accountOf }: CallLimits): Promise<void> {
  const callerOf = (request: FastifyRequest): string => accountOf(tokenOf(request)) ?? networkOf(request.ip);
  await app.register(rateLimit, {
    global: false,
    timeWindow: window,
    cache: remembered,
    keyGenerator: callerOf,
    allowList: isInside,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    errorResponseBuilder: () => new Rejected('request/too-many'),
  });
  const limitOf = (max: number) => (max === 0 ? undefined : app.rateLimit({ max }));
  const ofKinds = new Map(kinds.map((kind) => [kind, limitOf(perMinute[kind])]));
  const ofRoutes = new WeakMap<Counted, preHandlerAsyncHookHandler>();

  const limitFor = (counted: Counted): preHandlerAsyncHookHandler | undefined => {
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
    // A promise for each request that nothing limits would cost a part of what a kept answer does.
    if (limit) limit.call(app, request, reply).then(() => done(), done);
    else done();
  });
  boundWrites(app, { perDay: writtenPerDay, callerOf });
}
