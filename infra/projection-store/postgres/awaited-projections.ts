import { changesChannel } from './schema.ts';
import type { Run } from './statement.ts';

/** Minimum interval of notifications about the same projection, milliseconds: many readers wait for the same write. */
const tellEveryMs = 10;

export interface AwaitedProjections {
  /** This process keeps a build of a projection up to date, as `stories@2001`. */
  keep(build: string): void;
  /**
   * Announces a reader that waits for a projection: notifies its projector, here at once and elsewhere by Postgres. Without a name it notifies none.
   */
  wait(projection?: string): void;
}

/** @param hurry Notifies consumers of this process of a waiting reader. */
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
