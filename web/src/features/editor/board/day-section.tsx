import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import { dateOfDay } from '@waystory/proto/itineraries/day-date.ts';
import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@waystory/ui/dropdown-menu.tsx';
import { CalendarRange, EllipsisVertical, Route, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { useStoryFocus } from '../../../map/story/story-focus.ts';
import type { DayText, EditSession } from '../../../model/editing/edit-session.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import { chapterKey } from '../../../model/itinerary/chapters.ts';
import { dayColors } from '../../../model/itinerary/day-colors.ts';
import { AutosaveText } from '../../../model/saving/autosave-text.tsx';
import type { EntitySaver } from '../../../model/saving/entity-saver.ts';
import { usePlanMap } from '../plan-map/plan-spot.ts';
import { useBoard } from './board-context.ts';
import { DayStops, type DayStopsProps } from './day-stops.tsx';

interface DaySectionProps extends DayStopsProps {
  session: EditSession;
  day: Day;
  /** Number of the day in the plan, 1 for the first. */
  number: number;
  saver: EntitySaver<DayText>;
}

/** One day of the plan: its name, a note, its stops. */
export const DaySection = memo(function DaySection({ session, day, number, saver, ...stops }: DaySectionProps) {
  const { t } = useTranslation('editor');
  const { actions } = useBoard();
  const { read } = useStoryFocus();
  const heading = t('day.heading', { number });
  const planMap = usePlanMap();
  const shorten = async (): Promise<void> => {
    const order = await actions.previewOrder(day, number);
    if (order && !planMap?.propose({ day, number, order })) await actions.shortenDay(day, number);
  };
  // Selects this day on the map beside the plan.
  const take = (): void => read(chapterKey(day));
  return (
    <section id={chapterKey(day)} aria-label={heading} className="scroll-mt-32" onFocus={take} onPointerDown={take}>
      <header className="mb-3 flex items-center gap-3">
        <DayNumber number={number} />
        <AutosaveText
          saver={saver}
          field="title"
          label={t('day.title', { number })}
          hideLabel
          placeholder={heading}
          max={120}
          className="flex-1"
          controlClassName="h-11 border-transparent bg-transparent px-2 text-heading hover:border-line focus-visible:bg-surface"
        />
        <DayMenu day={day} number={number} onShorten={() => void shorten()} onDelete={() => actions.removeDay(day.id, number)} />
      </header>
      <div className="pl-0 sm:pl-12">
        <DayDate session={session} number={number} />
        <DayNote saver={saver} number={number} />
        <DayStops {...stops} />
      </div>
    </section>
  );
});

/** Number of a day, in the colour of the day on the map of the story. */
export const DayNumber = ({ number }: { number: number }) => (
  <span
    aria-hidden="true"
    style={{ backgroundColor: dayColors[(number - 1) % dayColors.length] }}
    className="grid size-9 shrink-0 place-items-center rounded-full text-small font-bold text-white tabular-nums"
  >
    {number}
  </span>
);

function DayDate({ session, number }: { session: EditSession; number: number }) {
  const reader = useReader();
  // Selects this field alone, so typing into others does not render every day.
  const firstDate = useSelector(session.itinerary.store, ({ fields }) => fields.firstDate);
  if (!firstDate) return null;
  return <p className="-mt-2 mb-2 ml-2 text-small text-muted">{dateText(dateOfDay(firstDate, number), reader)}</p>;
}

function DayNote({ saver, number }: { saver: EntitySaver<DayText>; number: number }) {
  const { t } = useTranslation('editor');
  const { fields } = useSaver(saver);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && fields.description === null)
    return (
      <Button variant="quiet" size="sm" className="-mt-2 mb-2 -ml-1 text-muted" onClick={() => setOpen(true)}>
        {t('day.addNote')}
      </Button>
    );
  return (
    <AutosaveText
      saver={saver}
      field="description"
      label={t('day.note', { number })}
      hideLabel
      placeholder={t('day.notePlaceholder')}
      rows={2}
      max={4_000}
      className="mb-3"
      controlClassName="min-h-20"
    />
  );
}

/** Fewest stops of a day whose order can be shortened. The first and the last keep their positions, and two lie between them. */
const fewestToOrder = 4;

function DayMenu({ day, number, onShorten, onDelete }: { day: Day; number: number; onShorten: () => void; onDelete: () => void }) {
  const { t } = useTranslation('editor');
  return (
    <DropdownMenu
      trigger={<Button icon={<EllipsisVertical />} variant="quiet" size="icon-sm" aria-label={t('day.menu', { number })} className="text-muted" />}
    >
      <DropdownMenuItem asChild>
        <Link to="/itineraries/$id/days/$dayId/edit" params={{ id: day.itineraryId, dayId: day.id }}>
          <CalendarRange aria-hidden="true" className="text-muted" />
          {t('day.open')}
        </Link>
      </DropdownMenuItem>
      {day.stopIds.length >= fewestToOrder && (
        <DropdownMenuItem icon={<Route className="text-muted" />} onSelect={onShorten}>
          {t('day.shorten')}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem icon={<Trash2 />} danger onSelect={onDelete}>
        {t('day.delete')}
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
