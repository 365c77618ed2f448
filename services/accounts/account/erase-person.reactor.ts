import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { accountStream } from './account.ts';
import { eraseCopiesWorkflow } from './erase-copies.workflow.ts';

/** An account that goes takes along what its owner said about themselves: nobody can read it in any event any more. */
export const erasePerson = ({ commands, personalKeys, forgetSignIn, workflows }: ReactorServices): Reactor =>
  defineReactor({
    name: 'erase-person-with-account',
    reads: accountEvents,
    on: {
      AccountDeleted: async ({ data: { accountId }, version }) => {
        await personalKeys.destroy(accountId, version);
        await workflows.start(eraseCopiesWorkflow, `erase-copies:${accountId}:${version}`, { of: accountId });
        // Somebody who was still signed in may have begun anew.
        const { state } = await commands.load(accountStream, accountId);
        if (!state.account) await forgetSignIn(accountId);
      },
    },
  });
