import { useSortable } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../ui/class-names.ts';
import { StopMenu, type StopMenuProps } from './stop-menu.tsx';
import { StopRow } from './stop-row.tsx';

const handleStyles =
  'hit-area grid h-11 w-7 shrink-0 touch-none cursor-grab place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing sm:w-8';

/** A stop that can be taken by its handle, with a finger, a mouse or the keyboard. */
export function SortableStop(props: StopMenuProps) {
  const { card, column, actions } = props;
  const { t } = useTranslation('editor');
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: card.key });
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition };
  return (
    <li ref={setNodeRef} style={style} className={cn(isDragging && 'relative opacity-35')}>
      <StopRow
        stop={card.stop}
        dayId={column.day?.id ?? null}
        onAccept={() => void actions.setState(card.stop, 'ACCEPTED')}
        handle={
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={handleStyles}
            {...attributes}
            {...listeners}
            aria-label={t('stop.drag', { title: card.stop.title })}
          >
            <GripVertical aria-hidden="true" className="size-5" />
          </button>
        }
        menu={<StopMenu {...props} />}
      />
    </li>
  );
}
