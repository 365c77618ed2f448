import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Inbox, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../../lib/use-stable.ts';
import { type Column, columnsOf, inverseMove, type Move, type Plan, unplanned } from '../../../model/arrangement/arrangement.ts';
import type { BoardColumn } from '../../../model/arrangement/board.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { type StoryActions, useStoryActions } from '../../../model/editing/story-actions.ts';
import { useVisiblePlan } from '../../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { undoTime } from '../../../model/saving/deletions.ts';
import { BoardContext } from './board-context.ts';
import { BoardDragArea, useBoardDrag } from './board-drag.tsx';
import { DaySection } from './day-section.tsx';
import { DayStops } from './day-stops.tsx';
import { SelectionBar, useStopSelection } from './selection-bar.tsx';

/** Most stops of a board that renders all of them. A larger board renders only the stops near the window. */
const fewStops = 80;

/** Every day with its stops, and the stops without a day; with `only`, one day alone. Stops can be dragged within and between days. */
export function DaysBoard({ session, itinerary, only }: { session: EditSession; itinerary: WholeItinerary; only?: string }) {
  const { t } = useTranslation('editor');
  const actions = useStoryActions(session);
  const selection = useStopSelection();
  const plan = useVisiblePlan(session, itinerary);
  const columns = useMemo(() => columnsOf(plan), [plan]);
  const moveAll = useMovesWithUndo(session, itinerary);
  const move = useStableCallback((change: Move): void => moveAll([change]));
  const drag = useBoardDrag(columns, move);
  const columnsNow = useStableCallback(() => drag.board);
  const board = useMemo(() => ({ itineraryId: session.id, actions, move, columns: columnsNow }), [session.id, actions, move, columnsNow]);
  const ends = useMemo(() => endsOf(columns), [columns]);
  const stopsOf = (column: BoardColumn) => ({
    column,
    selection,
    isTarget: drag.targetId === column.id,
    heldKey: drag.held && column.cards.includes(drag.held) ? drag.held.key : null,
    isWhole: itinerary.stops.length <= fewStops,
    near: ends.get(column.id) ?? null,
  });
  const visibleColumns = only === undefined ? drag.board : drag.board.filter(({ id }) => id === only);
  return (
    <BoardContext value={board}>
      <BoardDragArea drag={drag}>
        <div className="flex flex-col gap-10">
          {visibleColumns.map((column) =>
            column.day ? (
              <DaySection
                key={column.id}
                session={session}
                day={column.day}
                number={column.day.number}
                saver={session.day(column.day)}
                {...stopsOf(column)}
              />
            ) : (
              <section key={column.id} aria-label={t('day.unplanned')} className="rounded-sheet bg-sunken p-4 sm:p-5">
                <h3 className="flex items-center gap-2 text-subheading">
                  <Inbox aria-hidden="true" className="size-5 text-muted" />
                  {t('day.unplanned')}
                </h3>
                <p className="mt-1 mb-4 text-small text-muted">{t('day.unplannedText')}</p>
                <DayStops {...stopsOf(column)} />
              </section>
            ),
          )}
          {only === undefined && <AddDay isFirst={columns.length === 0} actions={actions} />}
        </div>
        <SelectionBar selection={selection} board={drag.board} onMove={moveAll} />
      </BoardDragArea>
    </BoardContext>
  );
}

/**
 * End point of each day: its last located stop, else the end point of the day before. Days before the first located stop of the story have that stop.
 * Null in a story without a located stop.
 */
function endsOf(columns: readonly Column[]): ReadonlyMap<string, Coordinates | null> {
  const located = columns.map(({ id, stops }) => ({ id, stops: stops.filter(({ isLocated }) => isLocated) }));
  let end = located.find(({ stops }) => stops.length > 0)?.stops[0]?.coordinates ?? null;
  return new Map(
    located.map(({ id, stops }) => {
      end = stops.at(-1)?.coordinates ?? end;
      return [id, end];
    }),
  );
}

function AddDay({ isFirst, actions }: { isFirst: boolean; actions: StoryActions }) {
  const { t } = useTranslation('editor');
  const [isAdding, setAdding] = useState(false);
  const add = async (): Promise<void> => {
    setAdding(true);
    await actions.addDay();
    setAdding(false);
  };
  const button = (
    <Button variant={isFirst ? 'primary' : 'secondary'} icon={<Plus aria-hidden="true" />} loading={isAdding} onClick={() => void add()}>
      {t('day.add')}
    </Button>
  );
  if (isFirst) return <EmptyState icon={<Plus />} title={t('day.noneTitle')} text={t('day.noneText')} action={button} headingLevel={3} />;
  return <div className="flex justify-center sm:pl-12">{button}</div>;
}

const toastId = 'move';

/** Moves stops, one or several. Undo reverts a joint move as a whole, from its toast or with Ctrl+Z. */
function useMovesWithUndo(session: EditSession, itinerary: WholeItinerary): (moves: readonly Move[]) => void {
  const { t } = useTranslation('editor');
  useUndoKey(session);
  const nameOfColumn = (id: string, { days }: Plan): string =>
    id === unplanned ? t('day.unplanned') : t('day.heading', { number: days.find((day) => day.id === id)?.number ?? '' });
  return (moves) => {
    const inverses: Move[] = [];
    for (const move of moves) {
      const before = session.moves.over(itinerary);
      if (session.moves.add(move)) inverses.unshift(inverseMove(before, move));
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

/** Undo with Ctrl+Z or Cmd+Z. Text fields are excluded, because the browser undoes typing there. */
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
