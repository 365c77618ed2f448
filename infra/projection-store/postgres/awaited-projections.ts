import { changesChannel } from './schema.ts';
import type { Run } from './statement.ts';

/** Pause between two times of telling others of the same projection, milliseconds: many readers wait for the same write. */
const tellEveryMs = 10;

export interface AwaitedProjections {
  /** This process keeps a build of a projection up to date, as `stories@2001`. */
  keep(build: string): void;
  /** Somebody waits for a projection: who keeps it up to date is told, here at once and elsewhere by Postgres. What has no name nobody is told of. */
  wait(projection?: string): void;
}

/** @param hurry tells consumers of this process that somebody waits for them. */
export function awaitedProjections(run: Run, hurry: () => void): AwaitedProjections {
  const kept = new Set<string>();
  const told = new Map<string, number>();
  const tell = (projection: string): void => {
    const now = performance.now();
    if (now - (told.get(projection) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    told.set(projection, now);
    const notice = JSON.stringify({ projection, awaited: true });
    // Only a hint: without it the change comes a moment later.
    run({ text: 'select pg_notify($1, $2)', values: [changesChannel, notice] }).catch(() => {});
  };
  return {
    keep: (build) => {
      kept.add(build.split('@')[0] ?? build);
    },
    wait: (projection) => {
      if (projection === undefined) return;
      hurry();
      if (!kept.has(projection)) tell(projection);
    },
  };
}
