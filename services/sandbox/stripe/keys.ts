import { randomBytes } from 'node:crypto';
import { migrate } from '@waystory/infra/postgres/migrate.ts';
import type pg from 'pg';
import { sharedSecret } from '../kept-secret.ts';
import { stripeSteps } from './schema.ts';

/** API key of the product, and signing secret of the sandbox's webhooks. */
export interface SandboxKeys {
  apiKey: string;
  webhookSecret: string;
}

const random = (): string => randomBytes(24).toString('hex');

/**
 * Keys of this installation, created at random by the first process that needs them. They exist only in its database, so the source code alone
 * permits neither calls nor forged events.
 */
export async function sandboxKeys(pool: pg.Pool): Promise<SandboxKeys> {
  await migrate(pool, 'stripe', stripeSteps);
  return sharedSecret(pool, 'stripe_secrets', 'keys', () => ({ apiKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` }));
}

/** Base path of the sandbox. Stripe's API is below `/v1`; the hosted page and the control route are beside it. */
export const basePath = '/sandbox/stripe';

/** API version of Stripe that the sandbox implements: that of the SDK. */
export const apiVersion = '2026-10-28.endive';
/** Second supported API version, which is the version of `stripe-mock`. All answers have the same shape in both versions. */
export const mockVersion = '2026-08-26.dahlia';

/** Path of the hosted page of a session. */
export const payPath = (sessionId: string): string => `${basePath}/pay/${sessionId}`;
