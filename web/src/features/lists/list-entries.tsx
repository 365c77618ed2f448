import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Collection, CollectionEntry } from '@waystory/proto/social/collection.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Bookmark, Compass, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesOf } from '../../model/collection/collection.query.ts';
import { removalId, removeFromCollection } from '../../model/collection/collection-writes.ts';
import { AutosaveText } from '../../model/saving/autosave-text.tsx';
import { usePendingDeletions, useRemoval } from '../../model/saving/use-removal.ts';
import { stopCards, storyCards } from '../../model/social/cards.query.ts';
import { StopCard } from '../../model/social/stop-card.tsx';
import { StoryCard } from '../../model/social/story-card.tsx';
import type { ListSession } from './list-session.ts';

const gridStyles = 'grid gap-x-5 gap-y-7 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** Entries of a list, newest first. */
export function ListEntries({ session, collection }: { session: ListSession; collection: Collection }) {
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
        // Entries with a pending removal are still requested, because the removal can be undone.
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

interface ListedThingProps {
  session: ListSession;
  entry: CollectionEntry;
  title: string;
  /** The entry was removed here; the focus must move elsewhere. */
  onGone: () => void;
  /** Card of the story or stop. */
  children: ReactNode;
}

/** Entry of a list: a story or a stop with its card, the reader's note, and a remove button. */
function ListedThing({ session, entry, title, onGone, children }: ListedThingProps) {
  const { t } = useTranslation('lists');
  const remove = useRemoval();
  useEffect(() => session.receiveEntry(entry), [session, entry]);
  const { collectionId, targetId } = entry;
  const takeOff = (): void => {
    remove({
      id: removalId(collectionId, targetId),
      message: t('entry.removed', { title }),
      failed: t('entry.removeFailed', { title }),
      run: async () => {
        await removeFromCollection(collectionId, targetId);
        session.forget(targetId);
      },
    });
    onGone();
  };
  return (
    <li className="flex min-w-0 flex-col gap-1.5">
      <div className="grid flex-1">{children}</div>
      <div className="flex items-start gap-1">
        <AutosaveText
          saver={session.entry(entry)}
          field="note"
          label={t('entry.note', { title })}
          hideLabel
          rows={1}
          placeholder={t('entry.notePlaceholder')}
          className="flex-1"
          controlClassName="min-h-11 resize-none border-transparent bg-transparent px-3 py-2.5 text-[0.9375rem] hover:border-line focus-visible:bg-surface"
        />
        <Button
          icon={<X />}
          variant="quiet"
          size="icon-sm"
          aria-label={t('entry.remove', { title })}
          title={t('entry.removeShort')}
          className="mt-1 text-muted"
          onClick={takeOff}
        />
      </div>
    </li>
  );
}
