import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cacheRegistry, keyFor } from '../cache-registry.ts';
import { Rejected } from '../errors.ts';
import { isInside } from './inject-fetch.ts';

const [day, megabyte] = [86_400_000, 1_000_000];
/** A body without a length counts as the largest that is taken. */
const unknownLength = 512 * 1024;

export interface WriteBound {
  /** Megabytes of bodies that one caller may send in a day; 0 is no limit. */
  perDay: number;
  callerOf(request: FastifyRequest): string;
  now?: () => number;
}

/** Texts are kept for ever, so what one caller writes of them has a bound, in this process. Uploads have bounds of their own. */
export function boundWrites(app: FastifyInstance, { perDay, callerOf, now = Date.now }: WriteBound): void {
  if (perDay === 0) return;
  const written = cacheRegistry.cache<string, { bytes: number; until: number }>('written', {
    sizeOf: () => 16,
    isStale: ({ until }) => until <= now(),
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isText(request) || isInside(request)) return done();
    const key = keyFor(callerOf(request));
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
