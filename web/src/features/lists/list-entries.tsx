import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Collection, CollectionEntry } from '@waystory/proto/social/collection.ts';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { Bookmark, Compass } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesOf } from '../../model/collection/collection.query.ts';
import { removalId } from '../../model/collection/collection-writes.ts';
import { usePendingDeletions } from '../../model/saving/use-removal.ts';
import { stopCards, storyCards } from '../../model/social/cards.query.ts';
import { StopCard } from '../../model/social/stop-card.tsx';
import { StoryCard } from '../../model/social/story-card.tsx';
import type { ListSession } from './list-session.ts';
import { ListedThing } from './listed-thing.tsx';

const gridStyles = 'grid gap-x-5 gap-y-7 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

interface ListEntriesProps {
  session: ListSession;
  collection: Collection;
}

/** Entries of a list, the last one first. */
export function ListEntries({ session, collection }: ListEntriesProps) {
  const { t } = useTranslation('lists');
  const section = useRef<HTMLElement>(null);
  const { data, isError, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(entriesOf(collection.id));
  const leaving = usePendingDeletions();
  if (!data) return isError ? <ErrorState title={t('failed')} retrying={isFetching} onRetry={() => void refetch()} /> : <EntriesSkeleton />;
  const entries = data.pages.flatMap(({ items }) => items);
  const present = entries.filter(({ targetId }) => !leaving.has(removalId(collection.id, targetId)));
  return (
    <section ref={section} tabIndex={-1} aria-label={t('onIt')} className="outline-none">
      {present.length === 0 && !hasNextPage ? (
        <NothingYet />
      ) : (
        // Leaving entries are still requested: they may come back.
        <Cards session={session} asked={entries} entries={present} onGone={() => section.current?.focus()} />
      )}
      {hasNextPage && (
        <Button variant="secondary" className="mx-auto mt-8 flex" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

interface CardsProps {
  session: ListSession;
  asked: readonly CollectionEntry[];
  entries: readonly CollectionEntry[];
  onGone: () => void;
}

function Cards({ session, asked, entries, onGone }: CardsProps) {
  const { t } = useTranslation('lists');
  const idsOf = (kind: CollectionEntry['kind']): string[] => asked.filter((entry) => entry.kind === kind).map(({ targetId }) => targetId);
  const stories = useQuery(storyCards(idsOf('itinerary')));
  const stops = useQuery(stopCards(idsOf('stop')));
  if (stories.isError || stops.isError)
    return (
      <ErrorState
        title={t('failed')}
        retrying={stories.isFetching || stops.isFetching}
        onRetry={() => void (stories.isError ? stories : stops).refetch()}
      />
    );
  // A disabled query is pending for ever but never loading.
  if (stories.isLoading || stops.isLoading) return <EntriesSkeleton />;
  return (
    <ul className={gridStyles}>
      {entries.map((entry) => {
        const story = stories.data?.find(({ id }) => id === entry.targetId);
        const stop = stops.data?.find(({ id }) => id === entry.targetId);
        const title = (story ?? stop)?.title;
        return (
          title !== undefined && (
            <ListedThing key={entry.targetId} session={session} entry={entry} title={title} onGone={onGone}>
              {story && <StoryCard story={story} withAuthor />}
              {stop && <StopCard stop={stop} />}
            </ListedThing>
          )
        );
      })}
    </ul>
  );
}

function NothingYet() {
  const { t } = useTranslation('lists');
  return (
    <EmptyState
      icon={<Bookmark />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <LinkButton asChild icon={<Compass aria-hidden="true" />}>
          <Link to="/">{t('empty.explore')}</Link>
        </LinkButton>
      }
    />
  );
}

const EntriesSkeleton = () => <SkeletonCards count={4} className={gridStyles} />;
