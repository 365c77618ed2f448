import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { accountStream } from './account.ts';
import { suspensionWorkflow } from './suspension.workflow.ts';

/** Sees to the end of every suspension that has one. */
export const endSuspensions = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor =>
  defineReactor({
    name: 'end-suspensions',
    reads: accountEvents,
    on: {
      AccountSuspended: async ({ version, data: { accountId, until } }) => {
        if (until === null) return;
        // In a log that is read again most of them are over, or were changed.
        const { state } = await commands.load(accountStream, accountId);
        if (state.suspension?.version !== version) return;
        await workflows.start(suspensionWorkflow, `suspension:${accountId}:${version}`, { accountId, version, until });
      },
    },
  });
