import { Link, useParams } from '@tanstack/react-router';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Eye, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../model/editing/edit-session.ts';
import { DaysBoard } from './board/days-board.tsx';
import { PublishPanel } from './publish/publish-panel.tsx';
import { Details } from './session/details.tsx';
import { EditorFrame } from './session/editor-frame.tsx';
import { SaveStatus } from './session/save-status.tsx';

/** A story being written: its texts, its days and stops, and who may see it. */
export function EditItineraryPage() {
  const { id } = useParams({ from: '/itineraries/$id/edit' });
  // Places are searched for on the board with the words of the form.
  const { t } = useTranslation(['editor', 'stop-form']);
  useDocumentTitle(t('edit.title'));
  return (
    <EditorFrame id={id} key={id}>
      {(session, itinerary, notices) => (
        <div className="pb-16">
          <EditorBar session={session} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 px-4 pt-5 md:px-8 lg:grid-cols-[minmax(0,1fr)_min(21rem,40%)]">
            <h1 className="sr-only">{t('edit.heading', { title: itinerary.title })}</h1>
            <div className="flex min-w-0 flex-col gap-10">
              <div className="hidden flex-col gap-3 has-[>*>*]:flex">{notices}</div>
              <Details session={session} itinerary={itinerary} />
              <section aria-labelledby="days-heading">
                <h2 id="days-heading" className="mb-1 text-heading">
                  {t('edit.days')}
                </h2>
                <p className="mb-6 text-small text-muted">{t('edit.daysText')}</p>
                <DaysBoard session={session} itinerary={itinerary} />
              </section>
            </div>
            <aside id="publish" aria-label={t('publish.heading')} className="scroll-mt-32">
              <div className="lg:sticky lg:top-32">
                <PublishPanel session={session} itinerary={itinerary} />
              </div>
            </aside>
          </div>
        </div>
      )}
    </EditorFrame>
  );
}

function EditorBar({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  return (
    <div className="sticky top-14 z-strip flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-canvas/95 px-4 py-2 backdrop-blur md:px-8">
      <SaveStatus session={session} />
      <span className="flex-1" />
      <LinkButton asChild variant="quiet" size="sm">
        <Link to="/itineraries/$id" params={{ id: session.id }}>
          <Eye aria-hidden="true" />
          {t('edit.view')}
        </Link>
      </LinkButton>
      <LinkButton href="#publish" variant="secondary" size="sm" icon={<Send aria-hidden="true" />} className="lg:hidden">
        {t('edit.publish')}
      </LinkButton>
    </div>
  );
}
