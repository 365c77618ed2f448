import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { PageSkeleton } from '@waystory/ui/page-skeleton.tsx';
import { ListX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import { collectionOf } from '../../model/collection/collection.query.ts';
import { LeaveGuard } from '../../model/saving/leave-guard.tsx';
import { ListEntries } from './list-entries.tsx';
import { ListHeader } from './list-header.tsx';
import { ListSession } from './list-session.ts';

/** Page of one list of the signed-in user. */
export function ListPage() {
  const { id } = useParams({ from: '/lists/$id' });
  return isId(id) ? <OwnList key={id} id={id} /> : <Missing />;
}

function OwnList({ id }: { id: string }) {
  // All texts of the page at once, so that no part of it waits for its own.
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
