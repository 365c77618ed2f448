import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { grantsPrefixOf, incoming, picturesPrefixOf } from './blob-names.ts';
import { fileStream } from './file.ts';
import { files } from './files.projection.ts';

const batch = 20;

export const removeFilesActivities = ({ commands, reads, engines: { blobs } }: Pick<WorkflowServices, 'commands' | 'reads' | 'engines'>) => ({
  /**
   * Removes one batch of an account's files with all their blobs; the last batch also removes the account's uploads and grants. `after` is the log
   * position that the read model must have reached. `left` is true when another batch may follow; `reached` is the position of the last deletion.
   */
  async removeSome({ accountId, after }: { accountId: string; after: number }): Promise<{ left: boolean; reached: number }> {
    const found = await reads(after).all(files, eq('accountId', accountId), [{ field: 'createdAt', direction: 1 }], batch);
    let reached = after;
    for (const { id: fileId } of found) {
      // Blobs are removed before the event is appended, so that a retry still finds the blobs that are left.
      for await (const name of blobs.list(picturesPrefixOf(fileId))) await blobs.remove(name);
      const context = { actorId: null, now: new Date().toISOString(), commandId: derivedId('remove-files', accountId, fileId) };
      reached = (await commands.execute(fileStream, fileId, [{ type: 'DeleteFile', fileId }], context)).position;
    }
    const left = found.length === batch;
    if (!left)
      for (const prefix of [`${incoming}${accountId}/`, grantsPrefixOf(accountId)])
        for await (const name of blobs.list(prefix)) await blobs.remove(name);
    return { left, reached };
  },
});
export type RemoveFilesActivities = ReturnType<typeof removeFilesActivities>;
