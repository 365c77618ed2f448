import { randomBytes } from 'node:crypto';
import { migrate } from '@waystory/infra/postgres/migrate.ts';
import type pg from 'pg';
import { keptSecret } from '../kept-secret.ts';
import { stripeSteps } from './schema.ts';

/** API key of the product, and the secret that signs webhooks of the sandbox. */
export interface SandboxKeys {
  apiKey: string;
  webhookSecret: string;
}

const random = (): string => randomBytes(24).toString('hex');

/**
 * The keys of this installation, made at random by the first process that asks. They are in its database and nowhere else, so nobody who knows the source
 * can call the sandbox or sign an event.
 */
export async function sandboxKeys(pool: pg.Pool): Promise<SandboxKeys> {
  await migrate(pool, 'stripe', stripeSteps);
  return keptSecret(pool, 'stripe_secrets', 'keys', () => ({ apiKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` }));
}

/** Where the sandbox is: Stripe's API below `/v1`, beside it the hosted page and the control route. */
export const basePath = '/sandbox/stripe';

/** The version of Stripe's API in which the sandbox answers: that of the SDK. */
export const apiVersion = '2026-10-28.endive';
/** Another one in which all that is answered here has the same shape: that of `stripe-mock`, by which it is checked. */
export const mockVersion = '2026-08-26.dahlia';

/** Where people pay a session. */
export const payPath = (sessionId: string): string => `${basePath}/pay/${sessionId}`;
