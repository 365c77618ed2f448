import { openBy } from '@waystory/infra/config.ts';
import { defineService } from '@waystory/infra/host/service.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import { serveApi } from './api/api.ts';
import { serveControl } from './control/control.routes.ts';
import { deliver, type Receiver } from './events/deliveries.ts';
import { servePayPage } from './pay/pay.routes.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

/** Serves the whole sandbox: the API and the hosted page, and the control route unless other machines can reach the product. */
export async function serveSandbox(app: FastifyInstance, sandbox: Sandbox, log: Log, isOpen = false): Promise<void> {
  await serveApi(app, sandbox, log);
  await servePayPage(app, sandbox, log);
  if (!isOpen) await serveControl(app, sandbox);
}

/** Webhook path of the product. */
const webhookPath = '/api/webhooks/stripe';

/** The product's own webhook: at the listening address, or in the process where it does not listen. */
function webhookOf(app: FastifyInstance): Receiver {
  const inside = injectFetch(app);
  return {
    send(init) {
      const [address] = app.addresses();
      if (!address || typeof address === 'string') return inside(webhookPath, init);
      const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      return fetch(`http://${host.replace(/^(0\.0\.0\.0|\[::\])$/, 'localhost')}:${address.port}${webhookPath}`, init);
    },
  };
}

/** Stripe as far as the product asks it, for running without a key. All it knows is in Postgres, so several processes may serve it side by side. */
export const stripeService = defineService({
  name: 'stripe',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: {},
  async open({ config, engines, log }) {
    const { pool } = engines;
    if (config.STRIPE_SECRET_KEY) return {};
    if (!pool) {
      log.warn('without a Postgres there is no sandbox of payments; set STRIPE_SECRET_KEY');
      return {};
    }
    // Behind a proxy that adds no header, every caller seems local; production may have one.
    const open = [openBy(config), config.isProduction && 'NODE_ENV=production'].filter(Boolean).join(' and ');
    if (open)
      log.warn(
        `credits can be had without money by whoever reaches the product, because of ${open}; set STRIPE_SECRET_KEY. Without it, events must be signed and calls made with keys of this installation, and nobody controls the sandbox`,
      );
    const sandbox = await openSandbox(pool, config.PUBLIC_ORIGIN);
    let mounted: Promise<void> | undefined;
    const serve = (app: FastifyInstance): Promise<void> => {
      // Reads and writes share one protocol, so every process mounts all of it.
      mounted ??= serveSandbox(app, sandbox, log, Boolean(open));
      return mounted;
    };
    let stop = async (): Promise<void> => {};
    return {
      mount: serve,
      async mountWrites(app) {
        await serve(app);
        // The process that takes webhooks delivers them, to itself.
        const deliveries = deliver(sandbox, webhookOf(app), log);
        sandbox.wake = deliveries.wake;
        stop = deliveries.stop;
      },
      stop: () => stop(),
    };
  },
});
