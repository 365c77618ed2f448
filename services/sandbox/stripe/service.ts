import { describePublicExposure } from '@waystory/infra/config.ts';
import { defineService } from '@waystory/infra/host/service.ts';
import { injectFetch } from '@waystory/infra/http/caller.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import { serveApi } from './api/api.ts';
import { serveControl } from './control/control.routes.ts';
import { startDeliveries, type WebhookReceiver } from './events/deliveries.ts';
import { servePayPage } from './pay/pay.routes.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

/** Serves the API and the hosted page of the sandbox, and its control route unless `isOpen`: then other machines may reach the product. */
export async function serveSandbox(app: FastifyInstance, sandbox: Sandbox, log: Log, isOpen = false): Promise<void> {
  await serveApi(app, sandbox, log);
  await servePayPage(app, sandbox, log);
  if (!isOpen) await serveControl(app, sandbox);
}

/** Webhook path of the product. */
const webhookPath = '/api/webhooks/stripe';

/** Webhook endpoint of the same process: over HTTP at its listening address, or injected when it has no HTTP server. */
function webhookOf(app: FastifyInstance): WebhookReceiver {
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

/**
 * Stripe sandbox with the API calls that the product uses, for running without a Stripe key. Its state is in Postgres, so several processes may serve
 * it.
 */
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
    // Behind a proxy that adds no header, every caller seems local, and production may have such a proxy.
    const open = [describePublicExposure(config), config.isProduction && 'NODE_ENV=production'].filter(Boolean).join(' and ');
    if (open)
      log.warn(
        `credits can be had without money by whoever reaches the product, because of ${open}; set STRIPE_SECRET_KEY. Without it, events must be signed and calls made with keys of this installation, and nobody controls the sandbox`,
      );
    const sandbox = await openSandbox(pool, config.PUBLIC_ORIGIN);
    let mounted: Promise<void> | undefined;
    const serve = (app: FastifyInstance): Promise<void> => {
      // Stripe's protocol mixes reads and writes, so every role mounts all routes.
      mounted ??= serveSandbox(app, sandbox, log, Boolean(open));
      return mounted;
    };
    let stop = async (): Promise<void> => {};
    return {
      mount: serve,
      async mountWrites(app) {
        await serve(app);
        // Only a process with the webhook route delivers events, to its own route.
        const deliveries = startDeliveries(sandbox, webhookOf(app), log);
        sandbox.wake = deliveries.wake;
        stop = deliveries.stop;
      },
      stop: () => stop(),
    };
  },
});
