import { injectFetch } from '@waystory/infra/http/caller.ts';
import type { Log } from '@waystory/infra/log.ts';
import { fetchWithBaseUrl } from '@waystory/infra/payments/stripe.ts';
import { memoizeSuccess } from '@waystory/infra/waiting.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { serveApi } from './api/api.ts';
import { basePath } from './keys.ts';
import { openSandbox } from './sandbox.ts';

/** A `fetch` for the Stripe client that inserts the base path of the sandbox before the request path, below the origin `address`. */
export const fetchBelowSandbox = (address: string, send?: typeof fetch): typeof fetch => fetchWithBaseUrl(address + basePath, send);

/**
 * A `fetch` for a process that may have no HTTP server: the sandbox answers in the process, on shared state in Postgres. Processes that serve the
 * sandbox deliver the events of such calls within half a second.
 */
export function sandboxFetch(pool: pg.Pool, origin: string, log: Log): typeof fetch {
  const open = async (): Promise<typeof fetch> => {
    const app = Fastify();
    const sandbox = await openSandbox(pool, origin);
    await serveApi(app, sandbox, log);
    await app.ready();
    return fetchBelowSandbox('', injectFetch(app));
  };
  // A failed start is retried at the next call, because the database may be available again.
  const opened = memoizeSuccess(open);
  return async (input, init) => (await opened())(input, init);
}
