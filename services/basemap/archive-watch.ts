import type { Log } from '@waystory/infra/log.ts';
import { restAfterFailure } from '@waystory/infra/open-data/rest.ts';
import { ArchiveAway, ArchiveReplaced } from './pmtiles/remote-bytes.ts';
import type { OpenStreetArchive } from './street-archive-check.ts';

/** An archive that may become unavailable and return while the product runs. */
export interface ArchiveWatch {
  /** Null while the archive is unreadable. After a pause it is reopened in the background. */
  current(): OpenStreetArchive | null;
  /** Reports a failed read of the archive. */
  lose(archive: OpenStreetArchive, error: unknown): void;
  close(): Promise<void>;
}

interface WatchOptions {
  open: () => Promise<OpenStreetArchive>;
  /** The archive, or the error that prevented its opening. */
  first: OpenStreetArchive | ArchiveAway;
  log: Pick<Log, 'warn'>;
  now?: (() => number) | undefined;
}

export function watchArchive({ open, first, log, now }: WatchOptions): ArchiveWatch {
  const rest = restAfterFailure(now);
  let archive = first instanceof ArchiveAway ? null : first;
  let opening: Promise<void> | null = null;

  function leaveAlone(error: unknown): void {
    rest.begin(error instanceof ArchiveAway ? error.answer : undefined);
  }
  function tell(error: unknown): void {
    log.warn({ err: error }, 'the archive of MAP_PMTILES cannot be read; the built-in map is shown until it can');
  }
  async function openAnew(): Promise<void> {
    try {
      archive = await open();
      log.warn({}, 'the archive of MAP_PMTILES is there again');
    } catch (error) {
      leaveAlone(error);
    }
    opening = null;
  }
  if (first instanceof ArchiveAway) {
    leaveAlone(first);
    tell(first);
  }
  return {
    current() {
      if (!archive && !rest.isOn()) opening ??= openAnew();
      return archive;
    },
    lose(failed, error) {
      // The first of many failing requests has handled the failure.
      if (failed !== archive) return;
      archive = null;
      if (error instanceof ArchiveReplaced) {
        log.warn({}, 'the archive of MAP_PMTILES was replaced; it is opened anew');
        opening ??= openAnew();
      } else {
        leaveAlone(error);
        tell(error);
      }
      void failed.reader.close().catch(() => {});
    },
    async close() {
      await opening;
      await archive?.reader.close();
    },
  };
}
