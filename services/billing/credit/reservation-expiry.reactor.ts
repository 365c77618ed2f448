import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { creditEvents } from '@waystory/proto/billing/credit.ts';
import { creditStream } from './credit.ts';
import { reservationExpiry } from './reservation-expiry.workflow.ts';

/** Longer than whoever reserved credits may take to account for them, milliseconds: a turn of the assistant is watched for five minutes. */
const expiresAfter = 6 * 60_000;

/** Whatever becomes of whoever reserved credits, and of the workflows that were to account for them: what is reserved does not stay so. */
export const expireReservations = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor =>
  defineReactor({
    name: 'expire-reservations',
    reads: creditEvents,
    on: {
      CreditsReserved: async ({ at, data: { accountId, reservationId } }) => {
        // In a log that is read again most of them are closed.
        const { state } = await commands.load(creditStream, accountId);
        if (state.reservations[reservationId]?.state !== 'OPEN') return;
        const expiresAt = new Date(Date.parse(at) + expiresAfter).toISOString();
        await workflows.start(reservationExpiry, `credit-reservation:${accountId}:${reservationId}`, { accountId, reservationId, expiresAt });
      },
    },
  });
