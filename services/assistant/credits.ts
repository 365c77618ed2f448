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

/** What answers cost. Every call may be repeated. */
export interface Credits {
  /** @throws Rejected `credit/none-left`. */
  reserve(accountId: string, answerId: string, threadId: string): Promise<void>;
  /** Gives back what was reserved for an answer that did not begin. */
  release(accountId: string, answerId: string): Promise<void>;
  /** Takes or gives back what was reserved for an answer that has come to its end. */
  account(accountId: string, answerId: string, threadId: string): Promise<void>;
}

/** An answer that failed, was interrupted, or was stopped before anything came of it, costs nothing. */
export const isPaid = (outcome: AnswerOutcome | null, isBegun: boolean): boolean => outcome === 'FINISHED' || (outcome === 'STOPPED' && isBegun);

/** The product itself, to which alone the ledger listens. */
const cashier = { accountId: accountIdOf('waystory|assistant'), roles: ['admin'] } as const;

/** Credits by way of the API of whoever keeps the ledger. */
export function creditsOf(clientFor: ClientFor, events: Pick<EventStore, 'read'>): Credits {
  const close = async (accountId: string, answerId: string, state: 'SETTLED' | 'RELEASED'): Promise<void> => {
    const ledger = clientFor(reservationRoutes, cashier);
    await ledger.closeReservation({ params: { accountId, id: answerId }, body: { state } }).catch((error: unknown) => {
      // It was never reserved, or is accounted for already.
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

/** How an answer ended, if it did, and whether there is anything of it. */
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
