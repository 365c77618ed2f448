import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';

/** Longest between what a fighter has read and its write, milliseconds: long enough for the other to write in between. */
const longestPauseMs = 12;
/** Longest that a fighter waits until the other has read as well, milliseconds: it may have nothing left to write. */
const longestWaitMs = 40;

/** What happened to commits. */
export interface Clashes {
  commits: number;
  /** Commits that found a document changed since it was read. */
  conflicts: number;
}

/** Lets two fighters meet between reading and writing, or at least time pass, and counts how often the other was faster. */
export function dawdling(clashes: Clashes): (store: ProjectionStore) => ProjectionStore {
  const meeting = createMeeting();
  return (store) => ({
    ...store,
    commit: async (commit) => {
      // Where nothing was read there is nothing to meet at.
      if (commit.writes.length === 0) return store.commit(commit);
      const { projection } = commit;
      if (!meeting.join(projection)) await (Math.random() < 0.5 ? meeting.wait(projection) : pause(Math.random() * longestPauseMs));
      clashes.commits += 1;
      const conflicts = await store.commit(commit);
      if (conflicts.length > 0) clashes.conflicts += 1;
      return conflicts;
    },
  });
}

interface Meeting {
  /** Lets whoever waits there go on; answers whether anybody did. */
  join(place: string): boolean;
  /** Until somebody joins, or for so long that nobody will. */
  wait(place: string): Promise<void>;
}

function createMeeting(): Meeting {
  const waiting = new Map<string, AbortController>();
  return {
    join: (place) => {
      const other = waiting.get(place);
      other?.abort();
      return waiting.delete(place);
    },
    wait: async (place) => {
      const met = new AbortController();
      waiting.set(place, met);
      await pause(longestWaitMs, undefined, { signal: met.signal }).catch(() => {});
      if (waiting.get(place) === met) waiting.delete(place);
    },
  };
}
