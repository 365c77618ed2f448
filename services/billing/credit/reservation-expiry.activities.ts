import { Rejected } from '@waystory/infra/errors.ts';
import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { creditStream } from './credit.ts';
import type { ExpiringReservation } from './reservation-expiry.workflow.ts';

// A type alias, because an interface would not match the index signature of activities.
export type ExpiryActivities = {
  releaseReservation: (reservation: ExpiringReservation) => Promise<void>;
};

export function expiryActivities({ commands }: Pick<WorkflowServices, 'commands'>): ExpiryActivities {
  return {
    async releaseReservation({ accountId, reservationId }) {
      const context = { actorId: null, now: new Date().toISOString(), commandId: derivedId('reservation-expiry', reservationId) };
      await commands.execute(creditStream, accountId, [{ type: 'ReleaseCredits', accountId, reservationId }], context).catch((error: unknown) => {
        // The reservation was settled meanwhile.
        if (!(error instanceof Rejected && error.code === 'credit/reservation-closed')) throw error;
      });
    },
  };
}
