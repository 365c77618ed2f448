import { orThrow } from '@waystory/infra/errors.ts';
import { bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { reservationRoutes } from '@waystory/proto/billing/reservation.ts';
import { type CreditLedger, creditStream } from './credit.ts';

const command = commandRouteHandler(creditStream);

function present({ reservations }: CreditLedger, { params: { accountId, id } }: { params: { accountId: string; id: string } }) {
  const { credits, state } = orThrow(reservations[id], 'reservation/unknown');
  return { id, accountId, credits, state };
}

export const routes = bindRoutes(reservationRoutes, {
  reserveCredits: command(
    ({ params: { accountId, id }, body }) => ({
      id: accountId,
      command: { type: 'ReserveCredits', accountId, reservationId: id, credits: body.credits, threadId: body.threadId ?? null },
    }),
    present,
  ),
  closeReservation: command(
    ({ params: { accountId, id }, body }) => ({
      id: accountId,
      command: { type: body.state === 'SETTLED' ? 'SettleCredits' : 'ReleaseCredits', accountId, reservationId: id },
    }),
    present,
  ),
});
