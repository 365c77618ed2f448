import rateLimit from '@fastify/rate-limit';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { Rejected } from '../kit/decider.ts';

/** Milliseconds that requests are counted over. */
const window = 60_000;
/** Callers that one limit remembers; the longest unseen is forgotten first. */
const remembered = 20_000;

export interface CallLimits {
  /** Requests a minute of one caller; 0 is no limit. */
  reads: number;
  writes: number;
  /** The account that a bearer token was seen to belong to. */
  accountOf(token: string): string | undefined;
  /** Whether a token belongs to the product itself. */
  isInternal(token: string): boolean;
}

/** Answers what keeps the callers of a route within limits. */
export type LimitRoute = (route: Route) => onRequestHookHandler[];

const tokenOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** Counts requests per account, or per address of those who are not signed in, in this process: reads, writes, and by themselves routes that cost more. */
export async function limitCalls(app: FastifyInstance, { reads, writes, accountOf, isInternal }: CallLimits): Promise<LimitRoute> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: window,
    cache: remembered,
    keyGenerator: (request) => accountOf(tokenOf(request)) ?? request.ip,
    allowList: (request) => isInternal(tokenOf(request)),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    errorResponseBuilder: () => new Rejected('request/too-many'),
  });
  const limitOf = (max: number): onRequestHookHandler[] => (max === 0 ? [] : [app.rateLimit({ max })]);
  const [ofReads, ofWrites] = [limitOf(reads), limitOf(writes)];
  return ({ method, perMinute }) => {
    const [usual, most] = method === 'GET' ? [ofReads, reads] : [ofWrites, writes];
    return most > 0 && perMinute ? limitOf(Math.min(perMinute, most)) : usual;
  };
}
