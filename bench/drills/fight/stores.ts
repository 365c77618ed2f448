import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';

/** Longest between what a fighter has read and its write, milliseconds: long enough for the other to write in between. */
const longestPauseMs = 12;

/** What happened to commits. */
export interface Clashes {
  commits: number;
  /** Commits that found a document changed since it was read. */
  conflicts: number;
}

/** Lets time pass between reading and writing, and counts how often somebody else was faster. */
export const dawdling = (store: ProjectionStore, clashes: Clashes): ProjectionStore => ({
  ...store,
  commit: async (commit) => {
    await pause(Math.random() * longestPauseMs);
    clashes.commits += 1;
    const conflicts = await store.commit(commit);
    if (conflicts.length > 0) clashes.conflicts += 1;
    return conflicts;
  },
});
