import { Link, useParams } from '@tanstack/react-router';
import { LinkButton } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { Eye, Send } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusContext, StoryFocus } from '../../map/story/story-focus.ts';
import type { EditSession } from '../../model/editing/edit-session.ts';
import { useVisiblePlan } from '../../model/editing/use-session.ts';
import { type Chapter, chaptersOf } from '../../model/itinerary/chapters.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { DaysBoard } from './board/days-board.tsx';
import { PlanMapToggle, PlanPane } from './plan-map/plan-pane.tsx';
import { PlanMap, PlanMapContext, useIsMapOpen } from './plan-map/plan-spot.ts';
import { PublishPanel } from './publish/publish-panel.tsx';
import { StoryDetails } from './session/details.tsx';
import { EditorFrame } from './session/editor-frame.tsx';
import { SaveStatus } from './session/save-status.tsx';

function useChapters(session: EditSession, itinerary: WholeItinerary): Chapter[] {
  const plan = useVisiblePlan(session, itinerary);
  return useMemo(() => chaptersOf({ ...plan, withSuggested: true }), [plan]);
}

/** Breakpoint for plan and map side by side. */
const besideQuery = '(min-width: 1024px)';

/** Editor page of a story: its texts, its days and stops beside their map, and its visibility. */
export function EditItineraryPage() {
  const { id } = useParams({ from: '/itineraries/$id/edit' });
  // All text namespaces of the page load together, because a component that suspends later would lose the focus.
  const { t } = useTranslation(['editor', 'stop-form', 'story', 'form', 'social']);
  useDocumentTitle(t('edit.title'));
  return (
    <EditorFrame id={id} key={id}>
      {(session, itinerary, notices) => <Plan session={session} itinerary={itinerary} notices={notices} />}
    </EditorFrame>
  );
}

interface PlanProps {
  session: EditSession;
  itinerary: WholeItinerary;
  notices: ReactNode;
}

function Plan(props: PlanProps) {
  const [focus] = useState(() => new StoryFocus());
  const [planMap] = useState(() => new PlanMap());
  return (
    <FocusContext value={focus}>
      <PlanMapContext value={planMap}>
        <EditorBar session={props.session} />
        <PlanAndMap {...props} />
      </PlanMapContext>
    </FocusContext>
  );
}

function PlanAndMap({ session, itinerary, notices }: PlanProps) {
  const isBeside = useMediaQuery(besideQuery);
  const chapters = useChapters(session, itinerary);
  const isOpen = useIsMapOpen();
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(24rem,44%)] lg:items-start">
      <div inert={isOpen && !isBeside} className="flex min-w-0 flex-col gap-10 px-4 pt-5 pb-24 md:px-8">
        <PlanText session={session} itinerary={itinerary} notices={notices} />
      </div>
      <PlanPane session={session} chapters={chapters} isBeside={isBeside} />
      {!isBeside && <PlanMapToggle />}
    </div>
  );
}

function PlanText({ session, itinerary, notices }: PlanProps) {
  const { t } = useTranslation('editor');
  return (
    <>
      <h1 className="sr-only">{t('edit.heading', { title: itinerary.title })}</h1>
      <div className="-mb-6 hidden flex-col gap-3 has-[>*>*]:flex">{notices}</div>
      <StoryDetails session={session} itinerary={itinerary} />
      <section aria-labelledby="days-heading">
        <h2 id="days-heading" className="mb-1 text-heading">
          {t('edit.days')}
        </h2>
        <p className="mb-6 text-small text-muted">{t('edit.daysText')}</p>
        <DaysBoard session={session} itinerary={itinerary} />
      </section>
      <section id="publish" aria-label={t('publish.heading')} className="scroll-mt-32">
        <PublishPanel session={session} itinerary={itinerary} />
      </section>
    </>
  );
}

function EditorBar({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  return (
    <div className="sticky top-14 z-bar flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-canvas/95 px-4 py-2 backdrop-blur md:px-8">
      <SaveStatus session={session} />
      <span className="flex-1" />
      <LinkButton asChild variant="quiet" size="sm">
        <Link to="/itineraries/$id" params={{ id: session.id }}>
          <Eye aria-hidden="true" />
          {t('edit.view')}
        </Link>
      </LinkButton>
      <LinkButton href="#publish" variant="secondary" size="sm" icon={<Send aria-hidden="true" />}>
        {t('edit.publish')}
      </LinkButton>
    </div>
  );
}
