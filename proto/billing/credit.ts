import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id } from '../kit/field.ts';

/** Initial credits of every account. */
export const firstCredits = 20;
/** Price of one turn of the assistant, credits. */
export const creditsPerTurn = 1;

const credits = z.int().min(1).max(1_000_000);
const accountId = id;

/** Reason of a grant. */
export const grantReason = z.enum(['BEGINNING', 'PURCHASE', 'GOODWILL']);
export type GrantReason = z.output<typeof grantReason>;
/** Reason of a revocation, and of its reversal after a failed refund or a won dispute. */
export const revocationReason = z.enum(['REFUND', 'DISPUTE']);
export type RevocationReason = z.output<typeof revocationReason>;

const asOf = z.int().nullable().describe('Version of the order that was followed; null for what follows none');

/** Events of an account's credit ledger. Each contains the account and its amount, so that the balance is their sum. */
export const creditEvents = defineEvents(
  {
    CreditsGranted: z.object({
      accountId,
      grantId: id.describe('Of an order: its id. Of the beginning: that of the account'),
      credits,
      reason: grantReason,
      asOf,
    }),
    CreditsReserved: z.object({ accountId, reservationId: id, credits, threadId: id.nullable().describe('Conversation that they are for') }),
    CreditsSettled: z.object({ accountId, reservationId: id, credits }),
    CreditsReleased: z.object({ accountId, reservationId: id, credits }),
    CreditsRevoked: z.object({ accountId, revocationId: id, grantId: id, credits, reason: revocationReason, asOf }),
    CreditsRestored: z.object({ accountId, restorationId: id, grantId: id, credits, reason: revocationReason, asOf }),
    CreditsCorrected: z.object({ accountId, correctionId: id, credits: z.int(), reason: z.string() }),
  },
  {
    CreditsGranted: [(data) => ({ ...data, asOf: null })],
    CreditsReserved: [(data) => ({ ...data, threadId: null })],
    CreditsRevoked: [(data) => ({ ...data, asOf: null })],
  },
);
export type CreditEvent = EventOf<typeof creditEvents>;

/** Change of the balance by an event, credits. A reservation deducts its credits at once, so its settlement deducts none. */
export function balanceChangeOf({ type, data }: CreditEvent): number {
  switch (type) {
    case 'CreditsGranted':
    case 'CreditsReleased':
    case 'CreditsRestored':
    case 'CreditsCorrected':
      return data.credits;
    case 'CreditsReserved':
    case 'CreditsRevoked':
      return -data.credits;
    case 'CreditsSettled':
      return 0;
    default:
      return type satisfies never;
  }
}

export const creditErrors = {
  'credit/none-left': 'There are not enough credits left. You can get more on your profile.',
  'credit/reservation-unknown': 'There is no such reservation of credits.',
  'credit/reservation-closed': 'These credits were spent or given back already.',
  'credit/id-reused': 'This id was used before for other credits.',
} as const satisfies ErrorCatalogue;
