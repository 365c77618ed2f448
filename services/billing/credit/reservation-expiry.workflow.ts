import { defineWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { z } from 'zod';
import type { ExpiryActivities } from './reservation-expiry.activities.ts';

const expiring = z.object({ accountId: z.string(), reservationId: z.string(), expiresAt: z.string().describe('ISO 8601 UTC') });
export type ExpiringReservation = z.output<typeof expiring>;

/** Releases an abandoned reservation. Most reservations are closed long before, and the workflow does nothing. */
export const reservationExpiry = defineWorkflow<ExpiryActivities>()({
  name: 'credit-reservation-expiry',
  module: import.meta.url,
  input: expiring,
  async run(ctx, input) {
    const left = Date.parse(input.expiresAt) - (await ctx.now());
    if (left > 0) await ctx.sleep(left);
    await ctx.step('releaseReservation', input, { attempts: 20, backoff: 500, timeout: 20_000 });
    return null;
  },
});
