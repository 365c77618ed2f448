import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { connection } from '@waystory/client/connection.ts';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { ReelFeed, type StoryComments } from './reel-feed.tsx';
import { distinctReels } from './reel-order.ts';
import { ReelsLoading, ReelsMissing, ReelsUnreachable } from './reel-states.tsx';
import { reelOrder, rememberOrder } from './reels.query.ts';

const route = getRouteApi('/itineraries/reels/$startId');

/** Threshold of remaining stories that triggers the next page. */
const ahead = 5;

/** spec 2.1: vertical feed of stories, starting with the story in the URL. */
export function ReelsPage({ comments }: { comments: StoryComments }) {
  // All text namespaces of the page load together, so that no component suspends later.
  const { t } = useTranslation(['reels', 'social']);
  const { startId } = route.useParams();
  const { bounds } = route.useSearch();
  return (
    <section data-theme="dark" className="relative h-full overflow-hidden bg-canvas text-ink">
      <h1 className="sr-only">{t('title')}</h1>
      {isId(startId) ? (
        <ReelsFrom key={JSON.stringify([startId, bounds])} startId={startId} bounds={bounds} comments={comments} />
      ) : (
        <ReelsMissing what="badAddress" />
      )}
      <Link
        to="/"
        search={bounds ? { bounds } : {}}
        aria-label={t('close')}
        title={t('close')}
        className="focus-on-photo hit-area absolute! top-7 right-3 grid size-9 place-items-center rounded-full text-white hover:bg-[#0e1626]/60 md:top-5 md:right-5 md:size-11 md:bg-[#0e1626]/60"
      >
        <X aria-hidden="true" className="size-5.5" />
      </Link>
    </section>
  );
}

function ReelsFrom({ startId, bounds, comments }: { startId: string; bounds: MapBounds | undefined; comments: StoryComments }) {
  const { t } = useTranslation('reels');
  const { activeIndex = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const [first] = useState(activeIndex);
  const [index, setIndex] = useState(first);
  const { reels, isEnd, isFailed, isOffline, error, isFetching, goOn } = useOrder(startId, bounds, index);
  useDocumentTitle(reels[index]?.title ?? t('title'));
  const onRest = useCallback(
    (next: number) => {
      setIndex(next);
      if (next !== activeIndex) void navigate({ to: '.', search: (before) => ({ ...before, activeIndex: next }), replace: true, resetScroll: false });
    },
    [navigate, activeIndex],
  );
  if (problemCode(error) === 'itinerary/unknown') return <ReelsMissing what="missing" />;
  const isThere = reels.length > 0 && (reels.length > first || isEnd || isFailed);
  if (!isThere && isFailed) return <ReelsUnreachable what={isOffline ? 'offline' : 'failed'} onRetry={goOn} retrying={isFetching} />;
  if (!isThere) return <ReelsLoading />;
  const status = isEnd ? 'end' : isOffline ? 'offline' : isFailed ? 'failed' : 'loading';
  return <ReelFeed reels={reels} first={first} comments={comments} onRest={onRest} status={status} onRetry={goOn} />;
}

/** Loaded stories, with the next page prefetched before the end is reached. */
function useOrder(startId: string, bounds: MapBounds | undefined, index: number) {
  const query = useInfiniteQuery(reelOrder(startId, bounds));
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch, error } = query;
  const isAway = useIsAway();
  const reels = useMemo(() => distinctReels(data?.pages ?? []), [data]);
  const isShort = reels.length - index <= ahead;
  useEffect(() => {
    if (data && isShort && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [data, isShort, hasNextPage, isFetching, isError, fetchNextPage]);
  const goOn = useCallback(() => void (data ? fetchNextPage() : refetch()), [data, fetchNextPage, refetch]);
  useEffect(() => (isError ? connection.onReturn(goOn) : undefined), [isError, goOn]);
  useEffect(() => {
    if (data) rememberOrder(startId, bounds, data);
  }, [data, startId, bounds]);
  return { reels, isEnd: data !== undefined && !hasNextPage, isFailed: isError, isOffline: isError && isAway, error, isFetching, goOn };
}
