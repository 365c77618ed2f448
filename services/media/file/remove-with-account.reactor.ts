import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { eraseIfAccountGone } from '@waystory/infra/reactors/erase-all.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { accountEvents } from '@waystory/proto/accounts/account.ts';
import { joinEvents } from '@waystory/proto/kit/event.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { fileEvents } from '@waystory/proto/media/file.ts';
import { files } from './files.projection.ts';
import { removeFilesWorkflow } from './remove-files.workflow.ts';

/** Removes the files of a deleted account. */
export const removeFilesWithAccount = (services: ReactorServices): Reactor => {
  const { reads, workflows } = services;
  const remove = (accountId: string, position: number) =>
    workflows.start(removeFilesWorkflow, `remove-files:${accountId}:${position}`, { accountId, position });
  return defineReactor({
    name: 'remove-files-with-account',
    reads: joinEvents(accountEvents, fileEvents),
    on: {
      AccountDeleted: async ({ data: { accountId }, position }) => {
        const [any] = await reads(position).all(files, eq('accountId', accountId), [{ field: 'createdAt', direction: 1 }], 1);
        // An account without files needs no workflow; the sweep removes its unconfirmed uploads an hour later.
        if (any) await remove(accountId, position);
      },
      FileUploaded: (event) => eraseIfAccountGone(services, event, () => remove(event.data.accountId, event.position)),
    },
  });
};
