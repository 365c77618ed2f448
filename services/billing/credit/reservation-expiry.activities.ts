import { Rejected } from '@waystory/infra/errors.ts';
import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { creditStream } from './credit.ts';
import type { ExpiringReservation } from './reservation-expiry.workflow.ts';

export function expiryActivities({ commands }: Pick<WorkflowServices, 'commands'>) {
  return {
    async releaseReservation({ accountId, reservationId }: ExpiringReservation): Promise<void> {
      const context = { actorId: null, now: new Date().toISOString(), commandId: derivedId('reservation-expiry', reservationId) };
      await commands.execute(creditStream, accountId, [{ type: 'ReleaseCredits', accountId, reservationId }], context).catch((error: unknown) => {
        // The reservation was settled meanwhile.
        if (!(error instanceof Rejected && error.code === 'credit/reservation-closed')) throw error;
      });
    },
  };
}
export type ExpiryActivities = ReturnType<typeof expiryActivities>;
