import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { problemCode } from '@waystory/client/api.ts';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { PageSkeleton } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { ArrowLeft, ListX, Lock, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import { collectionOf } from '../../model/collection/collection.query.ts';
import { deleteCollection, forgetCollection } from '../../model/collection/collection-writes.ts';
import { AutosaveText } from '../../model/saving/autosave-text.tsx';
import { LeaveGuard } from '../../model/saving/leave-guard.tsx';
import { ListEntries } from './list-entries.tsx';
import { ListSession } from './list-session.ts';

/** Page of one list of the signed-in user. */
export function ListPage() {
  const { id } = useParams({ from: '/lists/$id' });
  return isId(id) ? <OwnList key={id} id={id} /> : <Missing />;
}

function OwnList({ id }: { id: string }) {
  // All text namespaces of the page load together, so that no component suspends later.
  const { t } = useTranslation(['lists', 'social', 'form']);
  const { data, error, isFetching, refetch } = useQuery(collectionOf(id));
  if (problemCode(error) === 'collection/unknown') return <Missing />;
  if (data) return <List collection={data} />;
  if (error) return <ErrorState headingLevel={1} title={t('lists:failed')} retrying={isFetching} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
}

function Missing() {
  const { t } = useTranslation('lists');
  useDocumentTitle(t('missing.title'));
  return (
    <EmptyState
      headingLevel={1}
      icon={<ListX />}
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <LinkButton asChild>
          <Link to="/my-itineraries" hash="saved">
            {t('back')}
          </Link>
        </LinkButton>
      }
    />
  );
}

function List({ collection }: { collection: CollectionView }) {
  const { t } = useTranslation('lists');
  const [session] = useState(() => new ListSession(collection));
  useDocumentTitle(collection.title);
  useEffect(() => session.receive(collection), [session, collection]);
  useEffect(() => () => void session.flush(), [session]);
  return (
    <div className="px-4 py-8 md:px-8 md:py-10">
      <LeaveGuard isUnsaved={useCallback(() => session.overall.state.isUnsaved, [session])} save={() => session.flush()} text={t('leave')} />
      <ListHeader session={session} collection={collection} />
      <ListEntries session={session} collection={collection} />
    </div>
  );
}

const calm = ['saved', 'waiting', 'saving'];

/** Save status of the list, announced by a live region. */
function ListStatus({ session }: { session: ListSession }) {
  const { t } = useTranslation('lists');
  const { phase } = useSelector(session.overall);
  return (
    <p role="status" data-phase={phase} className={cn('font-semibold text-small', calm.includes(phase) ? 'text-muted' : 'text-warning')}>
      {t(`saving.${phase}`)}
    </p>
  );
}

interface ListHeaderProps {
  session: ListSession;
  collection: CollectionView;
}

/** Name and note of a list, which autosave, and the actions on the list as a whole. */
function ListHeader({ session, collection }: ListHeaderProps) {
  const { t } = useTranslation('lists');
  return (
    <header className="mb-8">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Link
          to="/my-itineraries"
          hash="saved"
          className="inline-flex items-center gap-1.5 rounded font-semibold text-accent-text text-small hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('back')}
        </Link>
        <div className="flex items-center gap-4">
          <ListStatus session={session} />
          <DeleteButton session={session} collection={collection} />
        </div>
      </div>
      <h1 className="sr-only">{collection.title}</h1>
      <div className="flex max-w-3xl flex-col gap-1">
        <AutosaveText
          saver={session.list}
          field="title"
          label={t('name')}
          hideLabel
          required
          max={80}
          controlClassName="-ml-3 h-auto w-[calc(100%+0.75rem)] border-transparent bg-transparent px-3 py-1 text-title hover:border-line focus-visible:bg-surface"
        />
        <AutosaveText
          saver={session.list}
          field="note"
          label={t('note')}
          hideLabel
          rows={1}
          max={500}
          placeholder={t('notePlaceholder')}
          controlClassName="-ml-3 min-h-12 w-[calc(100%+0.75rem)] border-transparent bg-transparent px-3 pt-1.5 text-[1.0625rem] text-muted hover:border-line focus-visible:bg-surface focus-visible:text-ink"
        />
        <p className="flex items-center gap-1.5 text-muted text-small">
          <Lock aria-hidden="true" className="size-4" />
          {t('private')}
        </p>
      </div>
    </header>
  );
}

/** Asks for confirmation, because deleting a list has no undo. */
function DeleteButton({ session, collection: { id, title } }: ListHeaderProps) {
  const { t } = useTranslation('lists');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const erase = async (): Promise<void> => {
    const question = { title: t('delete.title', { title }), text: t('delete.text'), confirmLabel: t('delete.confirm'), danger: true };
    if (!(await confirm(question))) return;
    setBusy(true);
    try {
      await deleteCollection(id);
    } catch {
      setBusy(false);
      toast.error(t('deleteFailed', { title }));
      return;
    }
    session.discard();
    toast.success(t('delete.done', { title }));
    await navigate({ to: '/my-itineraries', hash: 'saved' });
    // The cache is cleared after leaving the page, because the page would fetch the list again.
    forgetCollection(id);
  };
  return (
    <Button size="sm" variant="secondary" loading={isBusy} icon={<Trash2 aria-hidden="true" />} onClick={() => void erase()}>
      {t('delete.action')}
    </Button>
  );
}
