import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '../errors.ts';
import { type Backup, filesIn, removeOrphanFiles, withLockedBackup } from './backup-folder.ts';
import { addRound, type BackupSource, copyBlobs, createPace, type Pace, requireSameLog } from './make-backup.ts';
import type { BackupKey } from './sealed-file.ts';

/** Polling interval of a followed log, milliseconds. */
const lookEvery = 250;
/** Longest duration of a last round after which the backup is regarded as up to date, milliseconds. */
const soon = 1_000;
/** Most repetitions of a slow last round; without a limit, fast writes could outpace it for ever. */
const lastRounds = 10;
/** Pause before an unavailable engine is retried, milliseconds. */
const askAgain = 1_000;

export interface BackupRun {
  folder: string;
  key: BackupKey;
  source: BackupSource;
  /** Receives lines about the progress. */
  tell: (line: string) => void;
}

/** Result of a run. */
export interface BackupReport {
  /** Total events, blobs and bytes, and events added by this run. */
  events: number;
  added: number;
  blobs: number;
  bytes: number;
  seconds: number;
  /** Everything acknowledged before this time is included, ISO 8601 UTC. */
  asOf: string;
}

/** Brings the backup in a folder up to date. @throws BackupRefused, EngineUnavailable */
export const runBackup = ({ folder, key, source, tell }: BackupRun): Promise<BackupReport> =>
  withLockedBackup(folder, key, async (found) => {
    const began = performance.now();
    await requireSameLog(found, source);
    const copied = await copyBlobs(found, source, (blobs) => tell(`${blobs} blobs so far`));
    const { backup, added } = await catchUp(copied, source, createPace(), tell);
    return reportOf(backup, added, began);
  });

/**
 * Adds new events shortly after their append until stopped, and retries while an engine is unavailable.
 * @throws BackupRefused
 */
export const followLog = ({ folder, key, source, tell }: BackupRun, stop: AbortSignal): Promise<BackupReport> =>
  withLockedBackup(folder, key, async (found) => {
    const [began, pace] = [performance.now(), createPace()];
    const waiting = (work: () => Promise<Backup>): Promise<Backup | null> => patiently(found.vault.folder, work, stop, tell);
    let [backup, added] = [found, 0];
    const add = async (): Promise<Backup> => {
      const round = await addRound(backup, source, pace, false);
      added += round.events;
      return round.backup;
    };
    await requireSameLog(found, source);
    backup = (await waiting(() => copyBlobs(found, source, (blobs) => tell(`${blobs} blobs so far`)))) ?? backup;
    tell(`Following the log from position ${backup.manifest.last?.position ?? 0}`);
    while (!stop.aborted) {
      const done = await waiting(add);
      if (done) backup = done;
      else await removeOrphanFiles(backup);
      await pause(lookEvery, undefined, { signal: stop }).catch(() => {});
    }
    const last = await catchUp(backup, source, pace, tell).catch((error: unknown) => {
      if (!(error instanceof EngineUnavailable)) throw error;
      tell(`${error.engine} is away: what was written in the last moment may be missing`);
      return { backup, added: 0 };
    });
    return reportOf(last.backup, added + last.added, began);
  });

/** Runs `work`; returns null after a pause when an engine is unavailable. */
async function patiently(folder: string, work: () => Promise<Backup>, stop: AbortSignal, tell: (line: string) => void): Promise<Backup | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    tell(`${error.engine} is away; ${folder} stays as it is until it is back`);
    await pause(askAgain, undefined, { signal: stop }).catch(() => {});
    return null;
  }
}

async function catchUp(before: Backup, source: BackupSource, pace: Pace, tell: (line: string) => void): Promise<{ backup: Backup; added: number }> {
  let [backup, added] = [before, 0];
  for (let late = 0; late < lastRounds; ) {
    const began = performance.now();
    const round = await addRound(backup, source, pace, true);
    backup = round.backup;
    added += round.events;
    if (round.isWhole && performance.now() - began <= soon) break;
    if (round.isWhole) late += 1;
    tell(`${added} events so far`);
  }
  return { backup, added };
}

function reportOf(backup: Backup, added: number, began: number): BackupReport {
  const { segments, asOf } = backup.manifest;
  return {
    events: segments.reduce((sum, { events }) => sum + events, 0),
    added,
    blobs: backup.blobs.size,
    bytes: filesIn(backup).reduce((sum, { bytes }) => sum + bytes, 0),
    seconds: (performance.now() - began) / 1_000,
    asOf,
  };
}
