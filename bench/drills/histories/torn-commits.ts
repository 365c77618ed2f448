import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import type { MortalStore } from './mortal-stores.ts';

/** Writes each collection of a commit in a commit of its own and the checkpoint at the end, as a store would that has no whole commits. */
export const inPieces = (mortal: MortalStore): MortalStore => ({ ...mortal, store: { ...mortal.store, commit: torn(mortal.store) } });

const torn =
  (store: ProjectionStore): ProjectionStore['commit'] =>
  async (commit) => {
    const conflicts: string[] = [];
    // Under a partition that nobody asks for, so that the checkpoint stays where it is.
    for (const one of commit.writes) conflicts.push(...(await store.commit({ ...commit, partition: `${commit.partition}-pieces`, writes: [one] })));
    return conflicts.length > 0 ? conflicts : store.commit({ ...commit, writes: [] });
  };
