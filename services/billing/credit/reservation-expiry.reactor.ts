import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { creditEvents } from '@waystory/proto/billing/credit.ts';
import { creditStream } from './credit.ts';
import { reservationExpiry } from './reservation-expiry.workflow.ts';

/** Lifetime of a reservation, milliseconds. It exceeds the five minutes for which an answer of the assistant is watched. */
const expiresAfter = 6 * 60_000;

/** Starts the expiry of each reservation, so that a lost workflow or process cannot hold credits for ever. */
export const expireReservations = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor =>
  defineReactor({
    name: 'expire-reservations',
    reads: creditEvents,
    on: {
      CreditsReserved: async ({ at, data: { accountId, reservationId } }) => {
        // During a replay most reservations are closed.
        const { state } = await commands.load(creditStream, accountId);
        if (state.reservations[reservationId]?.state !== 'OPEN') return;
        const expiresAt = new Date(Date.parse(at) + expiresAfter).toISOString();
        await workflows.start(reservationExpiry, `credit-reservation:${accountId}:${reservationId}`, { accountId, reservationId, expiresAt });
      },
    },
  });
