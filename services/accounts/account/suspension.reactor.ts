import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { accountStream } from './account.ts';
import { suspensionWorkflow } from './suspension.workflow.ts';

/** Starts a timer for every suspension with an end. */
export const endSuspensions = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor =>
  defineReactor({
    name: 'end-suspensions',
    reads: accountEvents,
    on: {
      AccountSuspended: async ({ version, data: { accountId, until } }) => {
        if (until === null) return;
        // During a replay most suspensions are over or changed.
        const { state } = await commands.load(accountStream, accountId);
        if (state.suspension?.version !== version) return;
        await workflows.start(suspensionWorkflow, `suspension:${accountId}:${version}`, { accountId, version, until });
      },
    },
  });
