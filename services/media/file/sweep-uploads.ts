import type { Blobs } from '@waystory/infra/blobs/port.ts';
import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { ReadSide } from '@waystory/infra/read-models/reads/read-side.ts';
import { repeatEvery } from '@waystory/infra/waiting.ts';
import { granted, incoming, parseGrantName, parseUploadName, picturesPrefixOf, type Upload } from './blob-names.ts';
import { fileStream } from './file.ts';
import { files } from './files.projection.ts';
import { referencedFiles } from './named-files.projection.ts';
import { abandonedAfterMs } from './upload-quota.ts';

/** Age at which a picture that no event references is removed, milliseconds. */
const forgottenAfter = 86_400_000;
/** Files per batch of the sweep. */
const batch = 200;

interface UnnamedSources {
  blobs: Blobs;
  events: Pick<EventStore, 'head'>;
  readSide: Pick<ReadSide, 'forRequest'>;
  commands: Pick<CommandHandler, 'execute'>;
}

/**
 * Removes the unreferenced files in one batch of files older than a day, in the order of ids behind `after`. Reads the read models only once they
 * have reached the head of the log.
 * @returns Id of the last checked file, as the cursor of the next batch; null at the end.
 */
export async function sweepUnreferenced(
  { blobs, events, readSide, commands }: UnnamedSources,
  now: number,
  after: string | null,
): Promise<string | null> {
  const reads = readSide.forRequest(systemPrincipal, await events.head());
  const before = new Date(now - forgottenAfter).toISOString();
  const found = await reads.walk(files, { op: 'lt', field: 'createdAt', value: before }, after, batch);
  const ids = found.map(({ id }) => id);
  const named = new Set((await reads.byIds(referencedFiles, ids)).map(({ id }) => id));
  for (const fileId of ids.filter((id) => !named.has(id))) {
    for await (const name of blobs.list(picturesPrefixOf(fileId))) await blobs.remove(name);
    const context = { actorId: null, now: new Date(now).toISOString(), commandId: derivedId('sweep-unnamed', fileId) };
    await commands.execute(fileStream, fileId, [{ type: 'DeleteFile', fileId }], context);
  }
  return found.length === batch ? (ids.at(-1) ?? null) : null;
}

/** Most uploads removed per sweep; the next sweep continues. */
const most = 1_000;
/** Interval of the sweep, milliseconds. */
const every = 600_000;

/**
 * Removes uploads and grants older than an hour, at most 1,000 per call. When such an upload has no file, the pictures that a crashed process stored
 * from the upload are removed as well. Safe in concurrent processes.
 * @param now Milliseconds since 1970.
 * @returns Number of removed uploads and grants.
 */
export async function sweepUploads(blobs: Blobs, commands: Pick<CommandHandler, 'load'>, now: number): Promise<number> {
  let swept = 0;
  const isYoung = (upload: Upload | null): boolean => upload !== null && now - upload.since < abandonedAfterMs;
  for await (const name of blobs.list(incoming)) {
    const upload = parseUploadName(name);
    if (isYoung(upload)) continue;
    if (upload && !(await commands.load(fileStream, upload.fileId)).state.file)
      for await (const made of blobs.list(picturesPrefixOf(upload.fileId))) await blobs.remove(made);
    await blobs.remove(name);
    swept += 1;
    if (swept === most) return swept;
  }
  for await (const name of blobs.list(granted)) {
    if (isYoung(parseGrantName(name))) continue;
    await blobs.remove(name);
    swept += 1;
    if (swept === most) return swept;
  }
  return swept;
}

/** Sweeps at intervals while the process runs. */
export function startSweeps(sources: UnnamedSources & { commands: Pick<CommandHandler, 'load'> }, log: Log): { stop(): Promise<void> } {
  let lookedAt: string | null = null;
  const sweepAbandoned = async (): Promise<void> => {
    await sweepUploads(sources.blobs, sources.commands, Date.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'abandoned uploads were not swept; it is tried again'),
    );
  };
  const sweep = async (): Promise<void> => {
    await sweepAbandoned();
    try {
      lookedAt = await sweepUnreferenced(sources, Date.now(), lookedAt);
    } catch (error) {
      log.warn({ err: error }, 'pictures that nothing names were not swept; it is tried again');
    }
  };
  // The first sweep removes abandoned uploads only, because read models may still be built.
  const first = sweepAbandoned();
  const repeated = repeatEvery(every, sweep);
  return {
    stop: async () => {
      await Promise.all([first, repeated.stop()]);
    },
  };
}
