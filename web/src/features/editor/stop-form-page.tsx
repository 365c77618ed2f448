import { Link, useParams } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { EditorFrame, Missing } from './session/editor-frame.tsx';
import { contextOf, type DayContext } from './stop-form/day-context.ts';
import { StopForm } from './stop-form/stop-form.tsx';

/** A stop of a day being changed. */
export function EditStopPage() {
  const { itineraryId, dayId, stopId } = useParams({ from: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form' });
  const { t } = useTranslation('stop-form');
  useDocumentTitle(t('editTitle'));
  return <FormPage itineraryId={itineraryId} dayId={dayId} stopId={stopId} />;
}

/** One more stop at the end of a day. */
export function NewStopPage() {
  const { itineraryId, dayId } = useParams({ from: '/itineraries/$itineraryId/days/$dayId/stops/form' });
  const { t } = useTranslation('stop-form');
  useDocumentTitle(t('newDocumentTitle'));
  return <FormPage itineraryId={itineraryId} dayId={dayId} stopId={null} />;
}

interface FormPageProps {
  itineraryId: string;
  dayId: string;
  stopId: string | null;
}

function FormPage({ itineraryId, dayId, stopId }: FormPageProps) {
  return (
    <EditorFrame id={itineraryId} key={itineraryId}>
      {(_session, itinerary, notices) => (
        <FormOfStory key={`${dayId}.${stopId}`} itinerary={itinerary} dayId={dayId} stopId={stopId} notices={notices} />
      )}
    </EditorFrame>
  );
}

interface FormTarget {
  context: DayContext;
  stop: Stop | null;
}

function find(itinerary: WholeItinerary, dayId: string, stopId: string | null): FormTarget | null {
  const context = contextOf(itinerary, dayId, stopId);
  const stop = itinerary.stops.find(({ id }) => id === stopId) ?? null;
  return context && (stop || stopId === null) ? { context, stop } : null;
}

interface FormOfStoryProps {
  itinerary: WholeItinerary;
  dayId: string;
  stopId: string | null;
  notices: ReactNode;
}

function FormOfStory({ itinerary, dayId, stopId, notices }: FormOfStoryProps) {
  const { t } = useTranslation('stop-form');
  const now = useMemo(() => find(itinerary, dayId, stopId), [itinerary, dayId, stopId]);
  // What is deleted elsewhere while it is being written stays on the screen, so that no text is lost.
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  const target = now ?? last;
  if (!target) {
    const isDay = itinerary.days.some(({ id }) => id === dayId);
    return isDay ? (
      <Missing title={t('missing.stopTitle')} text={t('missing.stopText')} />
    ) : (
      <Missing title={t('missing.dayTitle')} text={t('missing.dayText')} />
    );
  }
  return (
    <>
      <nav aria-label={t('where.path')} className="mx-auto max-w-6xl px-4 pt-5 md:px-8">
        <Link
          to="/itineraries/$id/edit"
          params={{ id: itinerary.id }}
          hash={`day-${target.context.number}`}
          className="hit-area inline-flex max-w-full items-center gap-1.5 text-small font-semibold text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{[itinerary.title, t('where.day', { number: target.context.number })].join(' · ')}</span>
        </Link>
      </nav>
      <StopForm itineraryId={itinerary.id} context={target.context} stop={target.stop} notices={notices} />
    </>
  );
}
