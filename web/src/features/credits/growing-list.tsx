import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

interface GrowingListProps {
  title: string;
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly unknown[] }>>;
  empty: string;
  error: string;
  /** Label of the button that loads older rows. */
  more: string;
  /** Its rows. */
  children: ReactNode;
}

/** A list with its newest rows; a button loads older ones. */
export function GrowingList({ title, query, empty, error, more, children }: GrowingListProps) {
  const { t } = useTranslation('credits');
  const id = useId();
  const count = query.data?.pages.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      {query.isPending && <RowsSkeleton />}
      {query.isError && !query.data && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-small">
          <p className="text-danger">{error}</p>
          <Button size="sm" variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('again')}
          </Button>
        </div>
      )}
      {count === 0 && <p className="mt-3 text-muted">{empty}</p>}
      <ul className="mt-1 divide-y divide-line">{children}</ul>
      {query.hasNextPage && (
        <Button size="sm" variant="secondary" className="mt-3" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {more}
        </Button>
      )}
    </section>
  );
}

const RowsSkeleton = () => (
  <SkeletonGroup className="mt-3 flex flex-col gap-3">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </SkeletonGroup>
);
