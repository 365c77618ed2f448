import type { Adapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { Payments } from '@waystory/infra/payments/port.ts';
import { stripePayments } from '@waystory/infra/payments/stripe.ts';
import { tracedPayments } from '@waystory/infra/traced-adapters.ts';
import { noTracing, type Tracing } from '@waystory/infra/tracing/port.ts';
import { sandboxFetch } from './sandbox/stripe/client-fetch.ts';
import { forgetCustomer } from './sandbox/stripe/forget-customer.ts';
import { sandboxKeys } from './sandbox/stripe/keys.ts';

/**
 * Stripe; without a key, the Stripe sandbox through the same SDK. Null when both a key and Postgres are missing, because the sandbox needs Postgres.
 */
export async function choosePayments(
  config: Config,
  { pool }: Pick<Adapters, 'pool'>,
  log: Log,
  tracing: Tracing = noTracing,
): Promise<Payments | null> {
  const { STRIPE_SECRET_KEY: apiKey, STRIPE_WEBHOOK_SECRET: secrets = [], STRIPE_API_VERSION: apiVersion, STRIPE_API_URL: baseUrl } = config;
  if (apiKey) return tracedPayments(stripePayments({ apiKey, webhookSecrets: secrets, apiVersion, baseUrl }), tracing);
  if (!pool) return null;
  const keys = await sandboxKeys(pool);
  const send = sandboxFetch(pool, config.PUBLIC_ORIGIN, log);
  const sandbox = stripePayments({ apiKey: keys.apiKey, webhookSecrets: [keys.webhookSecret, ...secrets], apiVersion, fetch: send });
  return tracedPayments({ ...sandbox, forget: (accountId) => forgetCustomer(pool, config.PUBLIC_ORIGIN, accountId) }, tracing);
}
