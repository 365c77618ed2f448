import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { Card } from '@waystory/ui/card.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { SkeletonBlocks } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { ListPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { myCollections } from '../../model/collection/collection.query.ts';
import { createCollection, listProblem } from '../../model/collection/collection-writes.ts';
import { NewListForm } from '../../model/collection/new-list-form.tsx';
import { coverOf, type Photo, photoOf } from '../../model/photo/photo.ts';
import { stopCards, storyCards } from '../../model/social/cards.query.ts';

/** Card of a list: recent pictures, name, and number of entries. */
function ListCard({ list: { id, title, note, entriesCount }, photos }: { list: CollectionView; photos: readonly Photo[] }) {
  const { t } = useTranslation('lists');
  return (
    <Card asChild padding="none" interactive>
      <article className="relative flex h-full flex-col">
        <Cover photos={photos.slice(0, 3)} />
        <div className="flex-1 p-4">
          <h3 className="line-clamp-2 break-words text-subheading">
            <Link to="/lists/$id" params={{ id }} className="rounded after:absolute after:inset-0 after:rounded-card">
              {title}
            </Link>
          </h3>
          <p className="mt-1 text-muted text-small tabular-nums">{t('count', { count: entriesCount })}</p>
          {note && <p className="mt-1 line-clamp-2 break-words text-muted text-small">{note}</p>}
        </div>
      </article>
    </Card>
  );
}

/** One picture, two side by side, or a large one beside two small ones. */
function Cover({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0)
    return (
      <div className="grid aspect-3/2 place-items-center bg-teal-soft text-teal-text">
        <ListPlus aria-hidden="true" className="size-12 opacity-70" strokeWidth={1.3} />
      </div>
    );
  return (
    <div className={cn('grid aspect-3/2 gap-0.5', photos.length > 1 && 'grid-cols-[3fr_2fr]', photos.length > 2 && 'grid-rows-2')}>
      {photos.map((photo, place) => (
        <div key={photo.src} className={cn('relative', place === 0 && photos.length > 2 && 'row-span-2')}>
          <Image {...photo} fill illustration={false} underLink alt="" />
        </div>
      ))}
    </div>
  );
}

const gridStyles = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** Lists of the signed-in user, most recently changed first, and a field that creates a list. */
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
        <SkeletonBlocks count={2} className={gridStyles} blockClassName="h-56 rounded-card" />
      )}
    </section>
  );
}

/** Creates a list and navigates to it. Resolves to false on a failure. */
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

/** Pictures of the latest entries. All lists share one request for stories and one for stops. */
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
