import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import { myCollections } from '../../model/collection/collection.query.ts';
import { createCollection } from '../../model/collection/collection-writes.ts';
import { listProblem } from '../../model/collection/list-problem.ts';
import { NewListForm } from '../../model/collection/new-list-form.tsx';
import { coverOf, type Photo, photoOf } from '../../model/photo/photo.ts';
import { stopCards, storyCards } from '../../model/social/cards.query.ts';
import { ListCard } from './list-card.tsx';

const gridStyles = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** The lists of whoever is signed in, the one that was touched last first, and a field that begins another one. */
export function ListShelf() {
  const { t } = useTranslation('lists');
  const { data, isError, isFetching, refetch } = useQuery(myCollections);
  return (
    <section aria-labelledby="lists">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="lists" className="text-heading">
          {t('title')}
        </h2>
        <NewListForm className="w-full sm:w-80" onCreate={useNewList()} />
      </div>
      {data ? (
        <Lists lists={data} />
      ) : isError ? (
        <ErrorState headingLevel={3} title={t('failed')} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup className={gridStyles}>
          <Skeleton className="h-56 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </SkeletonGroup>
      )}
    </section>
  );
}

/** Begins a list and leads to it. */
function useNewList(): (title: string) => Promise<boolean> {
  const { t } = useTranslation('lists');
  const navigate = useNavigate();
  return async (title) => {
    try {
      const { id } = await createCollection(title);
      await navigate({ to: '/lists/$id', params: { id } });
      return true;
    } catch (error) {
      toast.error(listProblem(error, t, t('new.failed')));
      return false;
    }
  };
}

function Lists({ lists }: { lists: readonly CollectionView[] }) {
  const { t } = useTranslation('lists');
  const photosOf = useCovers(lists);
  if (lists.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <ul className={gridStyles}>
      {lists.map((list) => (
        <li key={list.id} className="grid">
          <ListCard list={list} photos={photosOf(list)} />
        </li>
      ))}
    </ul>
  );
}

/** Pictures of what was added last, of all lists at once. */
function useCovers(lists: readonly CollectionView[]): (list: CollectionView) => readonly Photo[] {
  const latest = lists.flatMap((list) => list.latest);
  const idsOf = (kind: 'itinerary' | 'stop'): string[] => [...new Set(latest.filter((entry) => entry.kind === kind).map(({ targetId }) => targetId))];
  const stories = useQuery(storyCards(idsOf('itinerary'))).data;
  const stops = useQuery(stopCards(idsOf('stop'))).data;
  return (list) =>
    list.latest.flatMap(({ targetId }): Photo[] => {
      const story = stories?.find(({ id }) => id === targetId);
      const stop = stops?.find(({ id }) => id === targetId);
      return [story && coverOf(story, 'card'), stop && photoOf(stop, 'card')].filter((photo) => photo != null);
    });
}
