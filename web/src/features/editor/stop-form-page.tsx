import { Link, useParams } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../model/editing/edit-session.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { EditorFrame, Missing } from './session/editor-frame.tsx';
import { contextOf, type DayContext } from './stop-form/day-context.ts';
import { FormBesidePlan } from './stop-form/form-beside-plan.tsx';
import { StopForm } from './stop-form/stop-form.tsx';

/** From here on there is room for the plan and the details of a stop side by side. */
const besideQuery = '(min-width: 1280px)';

/** A stop of a day being changed. */
export function EditStopPage() {
  const { itineraryId, dayId, stopId } = useParams({ from: '/itineraries/$itineraryId/days/$dayId/stops/$stopId/form' });
  // Namespaces of the form and the plan, loaded together: a part that loads later would take the focus.
  const { t } = useTranslation(['stop-form', 'editor', 'story']);
  useDocumentTitle(t('editTitle'));
  return <FormPage itineraryId={itineraryId} dayId={dayId} stopId={stopId} />;
}

/** One more stop at the end of a day. */
export function NewStopPage() {
  const { itineraryId, dayId } = useParams({ from: '/itineraries/$itineraryId/days/$dayId/stops/form' });
  const { t } = useTranslation(['stop-form', 'editor', 'story']);
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
      {(session, itinerary, notices) => <FormOfStory session={session} itinerary={itinerary} dayId={dayId} stopId={stopId} notices={notices} />}
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
      <Missing title={t('missing.stopTitle')} text={t('missing.stopText')} />
    ) : (
      <Missing title={t('missing.dayTitle')} text={t('missing.dayText')} />
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
