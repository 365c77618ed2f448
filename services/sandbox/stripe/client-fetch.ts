import { injectFetch } from '@waystory/infra/http/caller.ts';
import type { Log } from '@waystory/infra/log.ts';
import { below } from '@waystory/infra/payments/stripe.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { serveApi } from './api/api.ts';
import { basePath } from './keys.ts';
import { openSandbox } from './sandbox.ts';

/** A `fetch` for the Stripe client that maps its paths to the sandbox at this address. */
export const belowSandbox = (address: string, send?: typeof fetch): typeof fetch => below(address + basePath, send);

/**
 * A `fetch` for any process, whether it listens or not: the sandbox answers in the process, on shared state in Postgres. Events of such calls are
 * delivered within half a second by processes that serve the sandbox.
 */
export function sandboxFetch(pool: pg.Pool, origin: string, log: Log): typeof fetch {
  const open = async (): Promise<typeof fetch> => {
    const app = Fastify();
    const sandbox = await openSandbox(pool, origin);
    await serveApi(app, sandbox, log);
    await app.ready();
    return belowSandbox('', injectFetch(app));
  };
  let opening: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    // A database that was unavailable may be available at the next call.
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return (await opening)(input, init);
  };
}
