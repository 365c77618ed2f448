import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Bookmark, Compass } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inOrderOfIds, stopCards, storyCards } from '../../model/social/cards.query.ts';
import { type Savable, savedIds } from '../../model/social/saved.query.ts';
import { StopCard } from '../../model/social/stop-card.tsx';
import { StoryCard } from '../../model/social/story-card.tsx';
import { ListShelf } from './list-shelf.tsx';

const gridStyles = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';
/** Page size: stories or stops shown at first, and added per step. */
const step = 24;

/** Removed entries stay visible until the shelf is left, so that a mistake can be undone in place. */
function useLasting(ids: readonly string[]): readonly string[] {
  const [lasting, setLasting] = useState(ids);
  const added = ids.filter((id) => !lasting.includes(id));
  if (added.length > 0) setLasting([...added, ...lasting]);
  return lasting;
}

/** Lists, and all saved stories and stops, newest first. */
export function SavedShelf() {
  return (
    <div className="flex flex-col gap-10">
      <ListShelf />
      <SavedThings />
    </div>
  );
}

function SavedThings() {
  const { t } = useTranslation('my-itineraries');
  const stories = useQuery(savedIds('itinerary'));
  const stops = useQuery(savedIds('stop'));
  if (stories.data && stops.data) return <Saved storyIds={stories.data} stopIds={stops.data} />;
  if (stories.isError || stops.isError)
    return (
      <ErrorState
        title={t('saved.failed')}
        retrying={stories.isFetching || stops.isFetching}
        onRetry={() => void (stories.isError ? stories : stops).refetch()}
      />
    );
  return <SavedSkeleton />;
}

function Saved({ storyIds, stopIds }: { storyIds: readonly string[]; stopIds: readonly string[] }) {
  const { t } = useTranslation('my-itineraries');
  const stories = useLasting(storyIds);
  const stops = useLasting(stopIds);
  if (stories.length === 0 && stops.length === 0)
    return (
      <EmptyState
        icon={<Bookmark />}
        title={t('saved.emptyTitle')}
        text={t('saved.emptyText')}
        action={
          <LinkButton asChild icon={<Compass aria-hidden="true" />}>
            <Link to="/">{t('saved.explore')}</Link>
          </LinkButton>
        }
      />
    );
  return (
    <div className="flex flex-col gap-10">
      {stories.length > 0 && <Stories ids={stories} />}
      {stops.length > 0 && <Stops ids={stops} />}
    </div>
  );
}

function Stories({ ids }: { ids: readonly string[] }) {
  const [count, setCount] = useState(step);
  const { data, isError, refetch } = useQuery(storyCards(ids.slice(0, count)));
  return (
    <Row
      kind="itinerary"
      items={inOrderOfIds(ids, data)}
      isFailed={isError}
      onRetry={() => void refetch()}
      {...(ids.length > count && { onMore: () => setCount(count + step) })}
    >
      {(story) => <StoryCard story={story} withAuthor />}
    </Row>
  );
}

function Stops({ ids }: { ids: readonly string[] }) {
  const [count, setCount] = useState(step);
  const { data, isError, refetch } = useQuery(stopCards(ids.slice(0, count)));
  return (
    <Row
      kind="stop"
      items={inOrderOfIds(ids, data)}
      isFailed={isError}
      onRetry={() => void refetch()}
      {...(ids.length > count && { onMore: () => setCount(count + step) })}
    >
      {(stop) => <StopCard stop={stop} />}
    </Row>
  );
}

interface RowProps<T> {
  kind: Savable;
  items: readonly T[] | undefined;
  isFailed: boolean;
  onRetry: () => void;
  onMore?: () => void;
  children: (item: T) => ReactNode;
}

function Row<T extends { id: string }>({ kind, items, isFailed, onRetry, onMore, children }: RowProps<T>) {
  const { t } = useTranslation('my-itineraries');
  return (
    <section aria-label={t(`saved.${kind}`)}>
      <h2 className="mb-4 text-heading">{t(`saved.${kind}`)}</h2>
      {items ? (
        <ul className={gridStyles}>
          {items.map((item) => (
            <li key={item.id} className="grid">
              {children(item)}
            </li>
          ))}
        </ul>
      ) : isFailed ? (
        <ErrorState headingLevel={3} title={t('saved.failed')} onRetry={onRetry} />
      ) : (
        <SavedSkeleton />
      )}
      {onMore && (
        <Button variant="secondary" className="mx-auto mt-8 flex" onClick={onMore}>
          {t('saved.more')}
        </Button>
      )}
    </section>
  );
}

const SavedSkeleton = () => <SkeletonCards count={4} className={gridStyles} />;
