import type { Config } from '@waystory/infra/config.ts';
import type { Payments } from '@waystory/infra/payments/port.ts';
import { stripePayments } from '@waystory/infra/payments/stripe.ts';
import { ownAddress } from './own-address.ts';
import { basePath, sandboxKey, sandboxWebhookSecret } from './sandbox/stripe/keys.ts';

/**
 * Stripe, or without a key the sandbox, which this process serves itself; by the same SDK.
 * @param send in place of the network, for a process that does not listen
 */
export function choosePayments(config: Config, send?: typeof fetch): Payments {
  const { STRIPE_SECRET_KEY: apiKey, STRIPE_WEBHOOK_SECRET: secrets = [], STRIPE_API_VERSION: apiVersion, STRIPE_API_URL: baseUrl } = config;
  if (apiKey) return stripePayments({ apiKey, webhookSecrets: secrets, apiVersion, baseUrl });
  const here = { apiKey: sandboxKey, webhookSecrets: [sandboxWebhookSecret, ...secrets], apiVersion };
  return stripePayments({ ...here, baseUrl: baseUrl ?? `${ownAddress(config)}${basePath}`, fetch: send });
}
