import { useSelector } from '@tanstack/react-store';
import type { EntitySaver, SaverSnapshot } from '../saving/entity-saver.ts';
import type { EditSession } from './edit-session.ts';
import type { SavingOverall } from './overall.ts';

export const useSaver = <F extends object>(saver: EntitySaver<F>): SaverSnapshot<F> => useSelector(saver.store);

export const useOverall = (session: EditSession): SavingOverall => useSelector(session.overall);

export const useMoves = ({ moves }: EditSession) => useSelector(moves.store);
