import { useSyncExternalStore } from 'react';
import { deletions } from '../saving/deletions.ts';
import type { EntitySaver, SaverSnapshot } from '../saving/entity-saver.ts';
import type { EditSession } from './edit-session.ts';
import type { SavingOverall } from './overall.ts';

export const useSaver = <F extends object>(saver: EntitySaver<F>): SaverSnapshot<F> => useSyncExternalStore(saver.subscribe, saver.snapshot);

export const useOverall = (session: EditSession): SavingOverall => useSyncExternalStore(session.subscribe, session.overall);

export const useMoves = ({ moves }: EditSession) => useSyncExternalStore(moves.subscribe, moves.snapshot);

/** Ids of what was deleted and can still be taken back. */
export const usePendingDeletions = (): ReadonlySet<string> => useSyncExternalStore(deletions.subscribe, deletions.pending);
