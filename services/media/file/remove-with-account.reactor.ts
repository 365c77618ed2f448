import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { files } from './files.projection.ts';
import { removeFilesWorkflow } from './remove-files.workflow.ts';

/** An account that goes takes its files along. */
export const removeFilesWithAccount = ({ reads, workflows }: ReactorServices): Reactor =>
  defineReactor({
    name: 'remove-files-with-account',
    reads: accountEvents,
    on: {
      AccountDeleted: async ({ data: { accountId }, position }) => {
        const [any] = await reads(position).all(files, eq('accountId', accountId), [{ field: 'createdAt', direction: 1 }], 1);
        // Uploads that became no file are swept within the hour or so.
        if (any) await workflows.start(removeFilesWorkflow, `remove-files:${accountId}:${position}`, { accountId, position });
      },
    },
  });
