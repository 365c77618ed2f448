import type { Blobs } from '@waystory/infra/blobs/port.ts';
import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { system } from '@waystory/infra/identity/principal.ts';
import type { ReadSide } from '@waystory/infra/read-models/reads/read-side.ts';
import { keptPrefix } from './blob-names.ts';
import { fileStream } from './file.ts';
import { files } from './files.projection.ts';
import { namedFiles } from './named-files.projection.ts';

/** Age at which a picture that nothing ever named is removed, milliseconds. */
const forgottenAfter = 86_400_000;
/** Files per batch. */
const batch = 200;

export interface UnnamedSources {
  blobs: Blobs;
  events: Pick<EventStore, 'head'>;
  readSide: Pick<ReadSide, 'forRequest'>;
  commands: Pick<CommandHandler, 'execute'>;
}

/**
 * Removes one batch of files older than a day that nothing names, in the order of ids behind `after`.
 * Does nothing unless the read models are current.
 * @returns the last id checked; null at the end.
 */
export async function sweepUnnamed({ blobs, events, readSide, commands }: UnnamedSources, now: number, after: string | null): Promise<string | null> {
  const reads = readSide.forRequest(system, await events.head());
  const before = new Date(now - forgottenAfter).toISOString();
  const found = await reads.walk(files, { op: 'lt', field: 'createdAt', value: before }, after, batch);
  const ids = found.map(({ id }) => id);
  const named = new Set((await reads.byIds(namedFiles, ids)).map(({ id }) => id));
  for (const fileId of ids.filter((id) => !named.has(id))) {
    for await (const name of blobs.list(keptPrefix(fileId))) await blobs.remove(name);
    const context = { actorId: null, now: new Date(now).toISOString(), commandId: derivedId('sweep-unnamed', fileId) };
    await commands.execute(fileStream, fileId, [{ type: 'DeleteFile', fileId }], context);
  }
  return found.length === batch ? (ids.at(-1) ?? null) : null;
}
