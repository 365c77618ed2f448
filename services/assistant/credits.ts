import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { ClientFor } from '@waystory/infra/host/service.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import type { AnswerOutcome } from '@waystory/proto/assistant/thread.ts';
import { creditsPerTurn } from '@waystory/proto/billing/credit.ts';
import { reservationRoutes } from '@waystory/proto/billing/reservation.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { threadEventOf } from './thread/messages.ts';
import { threadStreamName } from './thread/thread.ts';

/** Payment of answers. Every call is idempotent. */
export interface Credits {
  /** @throws Rejected `credit/none-left`. */
  reserve(accountId: string, answerId: string, threadId: string): Promise<void>;
  /** Releases the credit of an answer that did not begin. */
  release(accountId: string, answerId: string): Promise<void>;
  /** Settles or releases the credit of an ended answer. */
  account(accountId: string, answerId: string, threadId: string): Promise<void>;
}

/** An answer that failed, was interrupted, or was stopped before its first content is free. */
export const isPaid = (outcome: AnswerOutcome | null, isBegun: boolean): boolean => outcome === 'FINISHED' || (outcome === 'STOPPED' && isBegun);

/** The product's own principal. Spending credits needs the admin role, which users of the assistant lack. */
const cashier = { accountId: accountIdOf('waystory|assistant'), roles: ['admin'] } as const;

/** Credits through the API of the billing context. */
export function createCredits(clientFor: ClientFor, events: Pick<EventStore, 'read'>): Credits {
  const close = async (accountId: string, answerId: string, state: 'SETTLED' | 'RELEASED'): Promise<void> => {
    const ledger = clientFor(reservationRoutes, cashier);
    await ledger.closeReservation({ params: { accountId, id: answerId }, body: { state } }).catch((error: unknown) => {
      // There is no open reservation.
      if (!isClosed(error)) throw error;
    });
  };
  return {
    async reserve(accountId, answerId, threadId) {
      const ledger = clientFor(reservationRoutes, cashier);
      try {
        await ledger.reserveCredits({ params: { accountId, id: answerId }, body: { credits: creditsPerTurn, threadId } });
      } catch (error) {
        throw codeOf(error) === 'credit/none-left' ? new Rejected('credit/none-left') : error;
      }
    },
    release: (accountId, answerId) => close(accountId, answerId, 'RELEASED'),
    async account(accountId, answerId, threadId) {
      const { outcome, isBegun } = endOf(await events.read(threadStreamName(threadId)), answerId);
      await close(accountId, answerId, isPaid(outcome, isBegun) ? 'SETTLED' : 'RELEASED');
    },
  };
}

const codeOf = (error: unknown): string | undefined => (error instanceof ResponseError ? error.problem?.code : undefined);
const isClosed = (error: unknown): boolean => ['credit/reservation-closed', 'credit/reservation-unknown'].includes(codeOf(error) ?? '');

/** Outcome of an answer, if it ended, and whether it has content. */
function endOf(events: Awaited<ReturnType<EventStore['read']>>, answerId: string): { outcome: AnswerOutcome | null; isBegun: boolean } {
  let [outcome, isBegun]: [AnswerOutcome | null, boolean] = [null, false];
  for (const recorded of events) {
    const { type, data } = threadEventOf(recorded);
    if (!('messageId' in data) || data.messageId !== answerId) continue;
    isBegun ||= type === 'AnswerWritten';
    if (type === 'AnswerEnded') outcome = data.outcome;
  }
  return { outcome, isBegun };
}
