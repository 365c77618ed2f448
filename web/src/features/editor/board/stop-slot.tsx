import { memo } from 'react';
import { useStoryFocus } from '../../../map/story/story-focus.ts';
import { chapterKey, entryKey } from '../../../model/itinerary/chapters.ts';
import { rowHeight, useNearness } from './nearness.ts';
import { SortableStop, type SortableStopProps } from './sortable-stop.tsx';

interface StopSlotProps extends SortableStopProps {
  /** It is drawn however far from the window it is. */
  isAlwaysWhole: boolean;
  /** Its day is near the window; it is not looked for before. */
  isDayNear: boolean;
}

/** The place of a stop in its day. Of a long plan only what is near the window is drawn; the rest are titles, which a search in the page still finds. */
export const StopSlot = memo(function StopSlot({ isAlwaysWhole, isDayNear, ...props }: StopSlotProps) {
  const { card, column } = props;
  const { point } = useStoryFocus();
  const [element, isNear, height] = useNearness<HTMLLIElement>(isAlwaysWhole, isDayNear);
  const key = entryKey(chapterKey(column.day), card.stop.id);
  const light = (): void => point(key);
  const leave = (): void => point(null);
  return (
    <li
      ref={element}
      id={key}
      className="scroll-my-32"
      style={isNear ? undefined : { height: height ?? rowHeight }}
      onPointerEnter={light}
      onPointerLeave={leave}
      onFocus={light}
      onBlur={leave}
    >
      {isNear ? <SortableStop {...props} /> : <span className="block truncate px-12 py-8 text-muted">{card.stop.title}</span>}
    </li>
  );
});
