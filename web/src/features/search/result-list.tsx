import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceLead, ToMap } from './place-lead.tsx';
import { PersonResult, StopResult, StoryResult } from './results.tsx';
import { type Kind, type SearchResult, type StoryFilters, searchResults } from './search.query.ts';

interface ListProps<K extends Kind> {
  kind: K;
  q: string;
  filters: StoryFilters;
  children: (result: SearchResult<K>) => ReactNode;
}

function List<K extends Kind>({ kind, q, filters, children }: ListProps<K>) {
  const { t } = useTranslation('search');
  const { data, isPending, isError, refetch, isRefetching, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    searchResults(kind, q, filters),
  );
  const isStale = useDeferredValue(isPlaceholderData);
  if (isPending) return <ListSkeleton />;
  if (isError) return <ErrorState title={t('failed.title')} text={t('failed.text')} onRetry={() => void refetch()} retrying={isRefetching} />;
  const results = data.pages.flatMap(({ results }): SearchResult<K>[] => [...results]);
  const anyKind: Kind = kind;
  if (results.length === 0)
    return <EmptyState icon={<SearchX />} title={t(`none.${anyKind}`, { q })} text={t('none.text')} action={<ToMap q={q} />} />;
  return (
    <>
      {anyKind !== 'people' && <PlaceLead q={q} />}
      <ul className={isStale ? 'opacity-60 transition-opacity' : undefined} aria-busy={isStale}>
        {results.map((result) => (
          <li key={result.entity.id} className="border-line not-last:border-b">
            {children(result)}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

const rows = [0, 1, 2, 3, 4];
const ListSkeleton = () => (
  <SkeletonGroup className="flex flex-col gap-6 py-3">
    {rows.map((row) => (
      <div key={row} className="flex gap-4">
        <Skeleton className="aspect-square w-20 shrink-0 sm:aspect-4/3 sm:w-32" />
        <SkeletonText lines={3} className="flex-1" />
      </div>
    ))}
  </SkeletonGroup>
);

const lists: { readonly [K in Kind]: (q: string, filters: StoryFilters) => ReactNode } = {
  stories: (q, filters) => (
    <List kind="stories" q={q} filters={filters}>
      {(result) => <StoryResult result={result} />}
    </List>
  ),
  stops: (q, filters) => (
    <List kind="stops" q={q} filters={filters}>
      {(result) => <StopResult result={result} />}
    </List>
  ),
  people: (q, filters) => (
    <List kind="people" q={q} filters={filters}>
      {(result) => <PersonResult result={result} />}
    </List>
  ),
};

/** Results of one kind, with what stands there until they come, and when there are none. */
export const ResultList = ({ kind, q, filters }: { kind: Kind; q: string; filters: StoryFilters }) => lists[kind](q, filters);
