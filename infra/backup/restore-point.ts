import { z } from 'zod';
import { chunks } from '../archive/archive-line.ts';
import type { Position } from '../event-store/port.ts';
import type { Backup } from './backup-folder.ts';
import { BackupRefused } from './backup-refused.ts';
import { readLog } from './log-segments.ts';

/** What is looked at in the events of a backup. */
const lookedAt = z.object({ position: z.int(), stream: z.string(), type: z.string(), at: z.string(), data: z.record(z.string(), z.unknown()) });
export type LookedAt = z.output<typeof lookedAt>;

/** What a log says of erasures and blobs, in words of its own. */
export interface LogWords {
  /** Type of the event by which somebody is erased, and the field that names them. */
  erasure: { type: string; owner: string };
  /** What the names of the blobs that an event speaks of begin with, up to the last `/`; null for other events. */
  blobsOf: (event: LookedAt) => string | null;
}

/** Where a log that is restored up to a moment ends, and what it lacks then. */
export interface RestorePoint {
  /** Events above it are left out. */
  upTo: Position;
  /** Of the last event in it, ISO 8601. */
  lastAt: string;
  /** Lines of the erasures that came later: who is erased stays erased, whatever is restored. */
  erasures: string[];
  /** What the names of its blobs begin with. */
  blobs: ReadonlySet<string>;
}

/**
 * The log ends before the first event that was decided after a moment.
 * @throws BackupRefused when there is nothing before it.
 */
export async function restorePoint(backup: Backup, until: Date, { erasure, blobsOf }: LogWords): Promise<RestorePoint> {
  const [blobs, erasures] = [new Set<string>(), [] as string[]];
  let last: LookedAt | null = null;
  let isOver = false;
  for await (const lines of chunks(readLog(backup.vault, backup.manifest)))
    for (const line of lines) {
      const event = lookedAt.parse(JSON.parse(line));
      isOver ||= Date.parse(event.at) > until.getTime();
      if (isOver) {
        if (event.type === erasure.type) erasures.push(line);
        continue;
      }
      last = event;
      const prefix = blobsOf(event);
      if (prefix !== null) blobs.add(prefix);
    }
  if (!last) throw new BackupRefused('backup/nothing-before', `The backup has no event from before ${until.toISOString()}`);
  return { upTo: last.position, lastAt: last.at, erasures, blobs };
}
