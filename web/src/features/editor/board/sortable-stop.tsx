import { useSortable } from '@dnd-kit/sortable';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { GripVertical } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusValue } from '../../../map/story/story-focus.ts';
import { chapterKey, entryKey } from '../../../model/itinerary/chapters.ts';
import type { PlannedWay } from '../day/day-marks.ts';
import { useBoard } from './board-context.ts';
import { PlannedStop } from './planned-stop.tsx';
import { StopMenu, type StopMenuProps } from './stop-menu.tsx';
import { Marks, WayLine } from './way-line.tsx';

export interface SortableStopProps extends StopMenuProps {
  /** From the stop before; none for a stop without a day. */
  way: PlannedWay | undefined;
}

const handleStyles =
  'hit-area grid h-11 w-7 shrink-0 touch-none cursor-grab place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing sm:w-8';

/** A stop that can be taken by its handle, with a finger, a mouse or the keyboard. */
export function SortableStop(props: SortableStopProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: props.card.key });
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition };
  return (
    <div ref={setNodeRef} style={style} className={cn(isDragging && 'relative opacity-35')}>
      <StopRow {...props} {...{ attributes, listeners, setActivatorNodeRef }} />
    </div>
  );
}

type StopRowProps = SortableStopProps & Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners' | 'setActivatorNodeRef'>;

/** Content that moves with a stop. It does not render while others are dragged past it. */
const StopRow = memo(function StopRow({ way, card, column, selection, ...grip }: StopRowProps) {
  const { actions } = useBoard();
  const key = entryKey(chapterKey(column.day), card.stop.id);
  const isLit = useFocusValue(({ pointed }) => pointed === key);
  return (
    <>
      {way?.travel && <WayLine travel={way.travel} />}
      <PlannedStop
        stop={card.stop}
        className={cn(isLit && 'border-accent shadow-lift')}
        dayId={column.day?.id ?? null}
        onAccept={() => void actions.setState(card.stop, 'ACCEPTED')}
        handle={<Handle card={card} selection={selection} {...grip} />}
        menu={<StopMenu card={card} column={column} selection={selection} />}
      />
      {way && <Marks marks={way.marks} />}
    </>
  );
});

/** Drag handle of a stop, or its checkbox during a selection. */
function Handle({ card, selection, attributes, listeners, setActivatorNodeRef }: Omit<StopRowProps, 'way' | 'column'>) {
  const { t } = useTranslation('editor');
  const { title } = card.stop;
  if (selection.keys)
    return (
      <Checkbox
        label={<span className="sr-only">{t('selection.choose', { title })}</span>}
        checked={selection.keys.has(card.key)}
        onCheckedChange={() => selection.toggle(card.key)}
        className="mx-1"
      />
    );
  return (
    <button type="button" ref={setActivatorNodeRef} className={handleStyles} {...attributes} {...listeners} aria-label={t('stop.drag', { title })}>
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}
