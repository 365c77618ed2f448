import { Link } from '@tanstack/react-router';
import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from '@waystory/ui/dropdown-menu.tsx';
import { ArrowDown, ArrowUp, Check, CornerDownRight, EllipsisVertical, ListChecks, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { unplanned } from '../../../model/arrangement/arrangement.ts';
import type { BoardColumn, Card } from '../../../model/arrangement/board.ts';
import { useBoard } from './board-context.ts';
import type { StopSelection } from './selection-bar.tsx';

export interface StopMenuProps {
  card: Card;
  column: BoardColumn;
  selection: StopSelection;
}

/** Menu with the actions on a stop, including moves without a pointer. */
export function StopMenu({ card, column, selection }: StopMenuProps) {
  const { t } = useTranslation('editor');
  const { itineraryId, actions } = useBoard();
  const { stop } = card;
  const isSuggested = stop.state === 'SUGGESTED';
  return (
    <DropdownMenu
      trigger={
        <Button
          icon={<EllipsisVertical />}
          variant="quiet"
          size="icon-sm"
          aria-label={t('stop.menu', { title: stop.title })}
          className="text-muted"
        />
      }
      className="max-h-[min(30rem,var(--radix-dropdown-menu-content-available-height))] overflow-y-auto"
    >
      {column.day && (
        <DropdownMenuItem asChild>
          <Link to="/itineraries/$itineraryId/days/$dayId/stops/$stopId/form" params={{ itineraryId, dayId: column.day.id, stopId: stop.id }}>
            <Pencil aria-hidden="true" className="text-muted" />
            {t('stop.edit')}
          </Link>
        </DropdownMenuItem>
      )}
      <DropdownMenuItem
        icon={isSuggested ? <Check /> : <Undo2 />}
        onSelect={() => void actions.setState(stop, isSuggested ? 'ACCEPTED' : 'SUGGESTED')}
      >
        {isSuggested ? t('stop.accept') : t('stop.suggest')}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<ListChecks />} onSelect={() => selection.toggle(card.key)}>
        {t('selection.begin')}
      </DropdownMenuItem>
      <MoveItems card={card} column={column} />
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<Trash2 />} danger onSelect={() => actions.removeStop(stop)}>
        {t('stop.delete')}
      </DropdownMenuItem>
    </DropdownMenu>
  );
}

function MoveItems({ card: { key, stop }, column }: Pick<StopMenuProps, 'card' | 'column'>) {
  const { t } = useTranslation('editor');
  const { columns, move: onMove } = useBoard();
  const at = column.cards.findIndex((other) => other.key === key);
  const above = column.cards[at - 1];
  const below = column.cards[at + 1];
  const move = (to: string, before: string | null): void => onMove({ stopId: stop.id, from: column.id, to, before });
  const hasStop = (other: BoardColumn): boolean => other.cards.some((one) => one.stop.id === stop.id);
  return (
    <>
      <DropdownMenuLabel>{t('stop.moveTo')}</DropdownMenuLabel>
      {above && column.day && (
        <DropdownMenuItem icon={<ArrowUp />} onSelect={() => move(column.id, above.stop.id)}>
          {t('stop.moveUp')}
        </DropdownMenuItem>
      )}
      {below && column.day && (
        <DropdownMenuItem icon={<ArrowDown />} onSelect={() => move(column.id, column.cards[at + 2]?.stop.id ?? null)}>
          {t('stop.moveDown')}
        </DropdownMenuItem>
      )}
      {columns()
        .filter((other) => other.day && other.id !== column.id && !hasStop(other))
        .map((other) => (
          <DropdownMenuItem icon={<CornerDownRight />} key={other.id} onSelect={() => move(other.id, null)}>
            <span className="truncate">{[t('day.heading', { number: other.day?.number }), other.day?.title].filter(Boolean).join(' · ')}</span>
          </DropdownMenuItem>
        ))}
      {column.day && (
        <DropdownMenuItem icon={<CornerDownRight />} onSelect={() => move(unplanned, null)}>
          {t('day.unplanned')}
        </DropdownMenuItem>
      )}
    </>
  );
}
