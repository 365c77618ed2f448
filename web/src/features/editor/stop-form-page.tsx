import { Link, useParams } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusContext, StoryFocus } from '../../map/story/story-focus.ts';
import type { EditSession } from '../../model/editing/edit-session.ts';
import { chapterKey, entryKey } from '../../model/itinerary/chapters.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { DaysBoard } from './board/days-board.tsx';
import { EditorFrame, EditorNotFound } from './session/editor-frame.tsx';
import { type DayContext, dayContextOf } from './stop-form/day-context.ts';
import { StopForm } from './stop-form/stop-form.tsx';

interface FormBesidePlanProps {
  session: EditSession;
  itinerary: WholeItinerary;
  context: DayContext;
  /** Null for a new stop. */
  stopId: string | null;
  children: ReactNode;
}

/** Stop form beside the plan, from which the writer can open the next stop. */
function FormBesidePlan({ session, itinerary, context, stopId, children }: FormBesidePlanProps) {
  const { t } = useTranslation('editor');
  const [focus] = useState(() => new StoryFocus());
  const row = stopId === null ? chapterKey(context.day) : entryKey(chapterKey(context.day), stopId);
  useEffect(() => {
    // Runs after the router, which resets the scroll position of every page.
    const frame = requestAnimationFrame(() => document.getElementById(row)?.scrollIntoView({ block: 'nearest' }));
    focus.point(row);
    return () => cancelAnimationFrame(frame);
  }, [focus, row]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(34rem,48%)] items-start">
      <section aria-label={t('edit.days')} className="min-w-0 px-8 pt-5 pb-24">
        <FocusContext value={focus}>
          <DaysBoard session={session} itinerary={itinerary} />
        </FocusContext>
      </section>
      <div className="sticky top-14 h-[calc(100dvh-3.5rem)] overflow-y-auto border-line border-l bg-canvas">{children}</div>
    </div>
  );
}

/** Breakpoint for plan and stop form side by side. */
const besideQuery = '(min-width: 1280px)';

/** Page with the form of an existing stop. */
export function EditStopPage() {
  const { itineraryId, dayId, stopId } = useParams({ from: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form' });
  // All text namespaces of form and plan load together, because a component that suspends later would lose the focus.
  const { t } = useTranslation(['stop-form', 'editor', 'story']);
  useDocumentTitle(t('editTitle'));
  return <FormPage itineraryId={itineraryId} dayId={dayId} stopId={stopId} />;
}

/** Page with the form of a new stop at the end of a day. */
export function NewStopPage() {
  const { itineraryId, dayId } = useParams({ from: '/itineraries/$itineraryId/days/$dayId/stops/form' });
  const { t } = useTranslation(['stop-form', 'editor', 'story']);
  useDocumentTitle(t('newDocumentTitle'));
  return <FormPage itineraryId={itineraryId} dayId={dayId} stopId={null} />;
}

function FormPage({ itineraryId, dayId, stopId }: { itineraryId: string; dayId: string; stopId: string | null }) {
  return (
    <EditorFrame id={itineraryId} key={itineraryId}>
      {(session, itinerary, notices) => <FormOfStory session={session} itinerary={itinerary} dayId={dayId} stopId={stopId} notices={notices} />}
    </EditorFrame>
  );
}

interface FormTarget {
  context: DayContext;
  stop: Stop | null;
}

function find(itinerary: WholeItinerary, dayId: string, stopId: string | null): FormTarget | null {
  const context = dayContextOf(itinerary, dayId, stopId);
  const stop = itinerary.stops.find(({ id }) => id === stopId) ?? null;
  return context && (stop || stopId === null) ? { context, stop } : null;
}

/** Target of the form. A target deleted elsewhere stays on the screen, so no text is lost. */
function useTarget(itinerary: WholeItinerary, dayId: string, stopId: string | null): FormTarget | null {
  const key = `${dayId}.${stopId}`;
  const now = useMemo(() => find(itinerary, dayId, stopId), [itinerary, dayId, stopId]);
  const [last, setLast] = useState({ key, target: now });
  if (now ? last.target !== now : last.key !== key) setLast({ key, target: now });
  return now ?? (last.key === key ? last.target : null);
}

interface FormOfStoryProps {
  session: EditSession;
  itinerary: WholeItinerary;
  dayId: string;
  stopId: string | null;
  notices: ReactNode;
}

function FormOfStory({ session, itinerary, dayId, stopId, notices }: FormOfStoryProps) {
  const { t } = useTranslation('stop-form');
  const isBeside = useMediaQuery(besideQuery);
  const target = useTarget(itinerary, dayId, stopId);
  if (!target) {
    const isDay = itinerary.days.some(({ id }) => id === dayId);
    return isDay ? (
      <EditorNotFound title={t('missing.stopTitle')} text={t('missing.stopText')} />
    ) : (
      <EditorNotFound title={t('missing.dayTitle')} text={t('missing.dayText')} />
    );
  }
  const { context } = target;
  const form = (
    <>
      <nav aria-label={t('where.path')} className="mx-auto max-w-6xl px-4 pt-5 md:px-8">
        <Link
          to="/itineraries/$id/edit"
          params={{ id: itinerary.id }}
          hash={`day-${context.number}`}
          className="hit-area inline-flex max-w-full items-center gap-1.5 text-small font-semibold text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{[itinerary.title, t('where.day', { number: context.number })].join(' · ')}</span>
        </Link>
      </nav>
      <StopForm key={`${dayId}.${stopId}`} itineraryId={itinerary.id} context={context} stop={target.stop} notices={notices} />
    </>
  );
  return isBeside ? <FormBesidePlan {...{ session, itinerary, context, stopId }}>{form}</FormBesidePlan> : form;
}
