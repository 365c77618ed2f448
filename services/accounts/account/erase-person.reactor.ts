import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { accountStream } from './account.ts';
import { eraseCopiesWorkflow } from './erase-copies.workflow.ts';

/**
 * Erases the personal data of a deleted account. Destroys the key that encrypts it in all events (crypto-shredding), removes copies outside the log,
 * and forgets the sign-in.
 */
export const erasePerson = ({ commands, personalKeys, forgetSignIn, workflows }: ReactorServices): Reactor =>
  defineReactor({
    name: 'erase-person-with-account',
    reads: accountEvents,
    on: {
      AccountDeleted: async ({ data: { accountId }, version }) => {
        await personalKeys.destroy(accountId, version);
        await workflows.start(eraseCopiesWorkflow, `erase-copies:${accountId}:${version}`, { of: accountId });
        // A user who was still signed in may have created the account again.
        const { state } = await commands.load(accountStream, accountId);
        if (!state.account) await forgetSignIn(accountId);
      },
    },
  });
