import { toast } from '@waystory/ui/toast-store.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { inverseOf, type Move, type Plan, unplanned } from '../../../model/arrangement/arrangement.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { undoTime } from '../../../model/saving/deletions.ts';

const toastId = 'move';

/** Moves stops, one or several. Undo reverts a joint move as a whole, from its toast or with Ctrl+Z. */
export function useMovesWithUndo(session: EditSession, itinerary: WholeItinerary): (moves: readonly Move[]) => void {
  const { t } = useTranslation('editor');
  useUndoKey(session);
  const nameOfColumn = (id: string, { days }: Plan): string =>
    id === unplanned ? t('day.unplanned') : t('day.heading', { number: days.find((day) => day.id === id)?.number ?? '' });
  return (moves) => {
    const inverses: Move[] = [];
    for (const move of moves) {
      const before = session.moves.over(itinerary);
      if (session.moves.add(move)) inverses.unshift(inverseOf(before, move));
    }
    const [move] = moves;
    if (!move || inverses.length === 0) return;
    const undo = (): void => {
      for (const inverse of inverses) session.moves.add(inverse);
      toast.dismiss(toastId);
    };
    const title = itinerary.stops.find(({ id }) => id === move.stopId)?.title ?? '';
    const day = nameOfColumn(move.to, itinerary);
    toast(inverses.length > 1 ? t('stop.movedTogether', { count: inverses.length, day }) : t('stop.moved', { title, day }), {
      id: toastId,
      duration: undoTime,
      action: { label: t('common.undo', { ns: 'translation' }), onClick: session.undo.push({ undo }) },
    });
  };
}

/** Ctrl+Z, and Cmd+Z where that is usual, anywhere but in a text, which has its own. */
function useUndoKey(session: EditSession): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable="true"]')) return;
      if (session.undo.undoLast()) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [session]);
}
