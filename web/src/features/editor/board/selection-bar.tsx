import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel } from '@waystory/ui/dropdown-menu.tsx';
import { CornerDownRight, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Move, unplanned } from '../../../model/arrangement/arrangement.ts';
import type { BoardColumn } from '../../../model/arrangement/board.ts';

/** Several stops that are chosen to be moved together, by the keys of their cards. */
export interface StopSelection {
  /** Null while nothing is being chosen. */
  keys: ReadonlySet<string> | null;
  /** Adds or removes a stop; the first one starts the selection. */
  toggle: (key: string) => void;
  end: () => void;
}

export function useStopSelection(): StopSelection {
  const [keys, setKeys] = useState<ReadonlySet<string> | null>(null);
  const isOn = keys !== null;
  useEffect(() => {
    if (!isOn) return;
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setKeys(null);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
  return useMemo(
    () => ({
      keys,
      toggle: (key) => setKeys((now) => (now?.has(key) ? new Set([...now].filter((other) => other !== key)) : new Set([...(now ?? []), key]))),
      end: () => setKeys(null),
    }),
    [keys],
  );
}

/** The moves that bring the chosen stops to the end of a day, in the order of the plan. */
export function movesOfSelection(board: readonly BoardColumn[], keys: ReadonlySet<string>, to: string): Move[] {
  const isThere = (stopId: string): boolean => board.some(({ id, cards }) => id === to && cards.some(({ stop }) => stop.id === stopId));
  return board.flatMap(({ id, cards }) =>
    cards
      .filter(({ key, stop }) => keys.has(key) && (id === to || !isThere(stop.id)))
      .map(({ stop }) => ({ stopId: stop.id, from: id, to, before: null })),
  );
}

interface SelectionBarProps {
  selection: StopSelection;
  board: readonly BoardColumn[];
  onMove: (moves: readonly Move[]) => void;
}

/** Actions on the chosen stops, at the lower edge of the window. */
export function SelectionBar({ selection: { keys, end }, board, onMove }: SelectionBarProps) {
  const { t } = useTranslation('editor');
  if (!keys) return null;
  const move = (to: string): void => {
    onMove(movesOfSelection(board, keys, to));
    end();
  };
  const days = board.flatMap(({ id, day }) =>
    day ? [{ id, label: [t('day.heading', { number: day.number }), day.title].filter(Boolean).join(' · ') }] : [],
  );
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--tab-bar)+0.75rem)] z-banner flex justify-center px-3 md:bottom-4">
      <div
        role="toolbar"
        aria-label={t('selection.bar')}
        className="pointer-events-auto flex animate-fade-in items-center gap-2 rounded-full border border-line bg-raised py-2 pr-2 pl-5 shadow-overlay"
      >
        <p role="status" className="pr-2 text-small font-semibold">
          {t('selection.count', { count: keys.size })}
        </p>
        <DropdownMenu
          trigger={
            <Button size="sm" disabled={keys.size === 0} icon={<CornerDownRight aria-hidden="true" />}>
              {t('stop.moveTo')}
            </Button>
          }
          className="max-h-[min(30rem,var(--radix-dropdown-menu-content-available-height))] overflow-y-auto"
        >
          <DropdownMenuLabel>{t('stop.moveTo')}</DropdownMenuLabel>
          {days.map(({ id, label }) => (
            <DropdownMenuItem key={id} onSelect={() => move(id)}>
              {label}
            </DropdownMenuItem>
          ))}
          <DropdownMenuItem onSelect={() => move(unplanned)}>{t('day.unplanned')}</DropdownMenuItem>
        </DropdownMenu>
        <Button icon={<X />} size="icon-sm" variant="quiet" aria-label={t('selection.end')} onClick={end} />
      </div>
    </div>
  );
}
