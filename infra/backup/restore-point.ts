import { z } from 'zod';
import { archiveChunks } from '../archive/archive-line.ts';
import type { Position } from '../event-store/port.ts';
import type { Backup } from './backup-folder.ts';
import { readLog } from './log-segments.ts';
import { BackupRefused } from './sealed-file.ts';

/** The fields of an event that a restore reads. */
const lookedAt = z.object({ position: z.int(), stream: z.string(), type: z.string(), at: z.string(), data: z.record(z.string(), z.unknown()) });
export type ScannedEvent = z.output<typeof lookedAt>;

/** Event types of the product that a restore needs: erasures, and events with blobs. */
export interface LogVocabulary {
  /** Event type of an erasure, and its field with the account. */
  erasure: { type: string; owner: string };
  /** Name prefix, up to the last `/`, of the blobs of an event; null for other events. */
  blobsOf: (event: ScannedEvent) => string | null;
}

/** End of a log that is restored to a point in time, with the later erasures. */
export interface RestorePoint {
  /** Events above this position are left out. */
  upTo: Position;
  /** Time of the last event, ISO 8601. */
  lastAt: string;
  /** Lines of later erasures: an erased account stays erased after any restore. */
  erasures: string[];
  /** Name prefixes of the blobs of the restored events. */
  blobs: ReadonlySet<string>;
}

/**
 * Ends the log before the first event later than `until`.
 * @throws BackupRefused when the first event is later.
 */
export async function restorePoint(backup: Backup, until: Date, { erasure, blobsOf }: LogVocabulary): Promise<RestorePoint> {
  const [blobs, erasures] = [new Set<string>(), [] as string[]];
  let last: ScannedEvent | null = null;
  let isOver = false;
  for await (const lines of archiveChunks(readLog(backup.vault, backup.manifest)))
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
