import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { isOwnerOrAdmin } from '@waystory/infra/identity/principal.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { mustHaveAccount } from '../account/account-history.ts';
import { creditStream } from './credit.ts';
import { creditEntries, creditEntryId } from './credit-entries.projection.ts';

const command = commandRouteHandler(creditStream);

/** Routes of the ledger. Without an entry in its ledger, an account still owns the initial credits. */
export const creditEntryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(creditEntryRoutes, {
    listCredits: async ({ params: { accountId }, query, principal }, { reads }) => {
      if (!isOwnerOrAdmin(accountId, principal)) throw new Rejected('account/unknown');
      return { body: await reads.list(creditEntries, query, { where: eq('accountId', accountId) }) };
    },
    correctCredits: command(
      ({ params: { accountId }, body, newId }) => ({
        id: accountId,
        command: async () => {
          await mustHaveAccount(events, accountId);
          return { type: 'CorrectCredits', accountId, correctionId: newId, ...body };
        },
      }),
      ({ corrections }, { params: { accountId }, body, newId }) => {
        const { version, balance, at } = orThrow(corrections[newId], 'correction/unknown');
        const entry = { id: creditEntryId(accountId, version), accountId, kind: 'CORRECTION', orderId: null, threadId: null } as const;
        return { ...entry, ...body, balance, createdAt: at };
      },
    ),
  });
