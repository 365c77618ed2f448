import { Link, useParams } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { ArrowLeft, ArrowRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, durationText, timesOf } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import { FocusContext, StoryFocus } from '../../map/story/story-focus.ts';
import { columnsOf } from '../../model/arrangement/arrangement.ts';
import type { EditSession } from '../../model/editing/edit-session.ts';
import { useVisiblePlan } from '../../model/editing/use-session.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { DaysBoard } from './board/days-board.tsx';
import { dayTimesOf } from './day/day-times.ts';
import { EditorFrame, EditorNotFound } from './session/editor-frame.tsx';
import { SaveStatus } from './session/save-status.tsx';

/** Editor page of one day: its name, note, stops and times. */
export function EditDayPage() {
  const { id, dayId } = useParams({ from: '/itineraries/$id/days/$dayId/edit' });
  // All text namespaces of the page load together, because a component that suspends later would lose the focus.
  const { t } = useTranslation(['editor', 'stop-form', 'story', 'form', 'social']);
  const [focus] = useState(() => new StoryFocus());
  useDocumentTitle(t('day.pageTitle'));
  return (
    <EditorFrame id={id} key={id}>
      {(session, itinerary, notices) => (
        <FocusContext value={focus}>
          <div className="pb-16">
            <DayBar session={session} />
            <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-5 md:px-8">
              <div className="hidden flex-col gap-3 has-[>*>*]:flex">{notices}</div>
              <EditedDay session={session} itinerary={itinerary} dayId={dayId} />
            </div>
          </div>
        </FocusContext>
      )}
    </EditorFrame>
  );
}

function DayBar({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  return (
    <div className="sticky top-14 z-strip flex min-h-14 flex-wrap items-center gap-x-3 border-line border-b bg-canvas/95 px-4 py-2 backdrop-blur md:px-8">
      <LinkButton asChild variant="quiet" size="sm" className="-ml-3">
        <Link to="/itineraries/$id/edit" params={{ id: session.id }}>
          <ArrowLeft aria-hidden="true" />
          {t('day.back')}
        </Link>
      </LinkButton>
      <span className="flex-1" />
      <SaveStatus session={session} />
    </div>
  );
}

function EditedDay({ session, itinerary, dayId }: { session: EditSession; itinerary: WholeItinerary; dayId: string }) {
  const { t } = useTranslation('editor');
  const days = columnsOf(useVisiblePlan(session, itinerary)).filter(({ day }) => day !== null);
  const at = days.findIndex(({ id }) => id === dayId);
  const column = days[at];
  if (!column) return <EditorNotFound title={t('day.missingTitle')} text={t('day.missingText')} />;
  return (
    <>
      <h1 className="sr-only">{[itinerary.title, t('day.heading', { number: at + 1 })].join(' · ')}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_min(20rem,40%)]">
        <DaysBoard session={session} itinerary={itinerary} only={dayId} />
        <aside aria-label={t('glance.heading')}>
          <div className="lg:sticky lg:top-32">
            <DayGlance stops={column.stops} />
          </div>
        </aside>
      </div>
      <nav aria-label={t('day.others')} className="flex flex-wrap justify-between gap-3 border-line border-t pt-6">
        <OtherDay session={session} dayId={days[at - 1]?.id} number={at} direction="before" />
        <OtherDay session={session} dayId={days[at + 1]?.id} number={at + 2} direction="after" />
      </nav>
    </>
  );
}

interface OtherDayProps {
  session: EditSession;
  dayId: string | undefined;
  number: number;
  direction: 'before' | 'after';
}

function OtherDay({ session, dayId, number, direction }: OtherDayProps) {
  const { t } = useTranslation('editor');
  if (!dayId) return <span />;
  return (
    <LinkButton asChild variant="secondary" size="sm">
      <Link to="/itineraries/$id/days/$dayId/edit" params={{ id: session.id, dayId }}>
        {direction === 'before' && <ArrowLeft aria-hidden="true" />}
        {t('day.heading', { number })}
        {direction === 'after' && <ArrowRight aria-hidden="true" />}
      </Link>
    </LinkButton>
  );
}

/** Times of a day at a glance: first and last time, total stay, total travel. */
function DayGlance({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const times = dayTimesOf(stops);
  const clock = [times.from, times.until].filter((moment) => moment !== null).map((moment) => clockText(moment, reader));
  const duration = (minutes: number | null): string => (minutes === null ? '–' : durationText(minutes, reader));
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-heading">{t('glance.heading')}</h2>
      <StatList className="grid-cols-2">
        <Stat value={clock.join(' – ') || '–'} label={t('glance.clock')} className="col-span-2" />
        <Stat value={stops.length} label={t('glance.stops', { count: stops.length })} />
        <Stat value={duration(times.staying)} label={t('glance.staying')} />
        <Stat value={duration(times.travelling)} label={t('glance.travelling')} />
      </StatList>
      {stops.length > 0 && (
        <ol className="flex flex-col gap-1 border-line border-t pt-4">
          {stops.map((stop, index) => (
            <GlanceRow key={stop.id} stop={stop} isFirst={index === 0} overlaps={times.overlaps.includes(index)} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function GlanceRow({ stop, isFirst, overlaps }: { stop: Stop; isFirst: boolean; overlaps: boolean }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const times = timesOf(stop);
  return (
    <li>
      {!isFirst && stop.travelTimeMinutes !== null && (
        <p className="ml-19 py-0.5 text-caption text-muted">{t('glance.way', { time: durationText(stop.travelTimeMinutes, reader) })}</p>
      )}
      <div className="flex items-baseline gap-3 text-small">
        <span className="w-16 shrink-0 whitespace-nowrap text-right text-muted tabular-nums">{times ? clockText(times.from, reader) : '–'}</span>
        <span className="min-w-0 flex-1 truncate font-semibold">{stop.title}</span>
        {stop.durationMinutes !== null && <span className="shrink-0 text-muted tabular-nums">{durationText(stop.durationMinutes, reader)}</span>}
      </div>
      {overlaps && (
        <p className="ml-19 flex items-center gap-1.5 text-caption font-semibold text-warning">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          {t('glance.overlap')}
        </p>
      )}
    </li>
  );
}
