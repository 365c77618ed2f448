import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type VisitedStop, visitedStops } from '../../model/itinerary/visited.query.ts';
import { countCountries, type VisitedSpot, visitedSpotsOf } from './visited-spots.ts';

const VisitedMap = lazyPart(async () => (await import('./visited-map.tsx')).VisitedMap);

interface VisitedPlacesProps {
  accountId: string;
  /** Displayed name; null for the reader's own map. */
  name: string | null;
}

/** Map of the stops in the public stories of an account; nothing without stops. */
export function VisitedPlaces({ accountId, name }: VisitedPlacesProps) {
  const { t } = useTranslation('map');
  const { data, isPending, isFetching, refetch } = useQuery(visitedStops(accountId));
  const title = name === null ? t('visited.ownTitle') : t('visited.title', { name });
  if (data?.total === 0) return null;
  return (
    <section aria-labelledby="visited">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="visited" className="min-w-0 break-words text-heading">
          {title}
        </h2>
        {data && <Counts {...data} />}
      </div>
      {data && <Places stops={data.stops} label={title} />}
      {isPending && (
        <Frame>
          <Skeleton className="size-full rounded-none" />
        </Frame>
      )}
      {!data && !isPending && <ErrorState headingLevel={3} title={t('visited.failed')} onRetry={() => void refetch()} retrying={isFetching} />}
    </section>
  );
}

function Counts({ stops, total }: { stops: readonly VisitedStop[]; total: number }) {
  const { t } = useTranslation('map');
  const isWhole = stops.length === total;
  const countries = countCountries(stops);
  const counts = [
    ...(countries > 0 ? [t(isWhole ? 'visited.countries' : 'visited.countriesAtLeast', { count: countries })] : []),
    t('visited.stops', { count: total }),
  ];
  return (
    <p className="text-muted text-small tabular-nums">
      {counts.join(', ')}
      {!isWhole && ` · ${t('visited.newest', { count: stops.length })}`}
    </p>
  );
}

function Places({ stops, label }: { stops: readonly VisitedStop[]; label: string }) {
  const navigate = useNavigate();
  const spots = useMemo(() => visitedSpotsOf(stops), [stops]);
  const open = useCallback(
    ({ itineraryId, stopId }: VisitedSpot) => void navigate({ to: '/itineraries/$itineraryId/stops/$stopId', params: { itineraryId, stopId } }),
    [navigate],
  );
  return (
    <Frame>
      <Suspense fallback={<Skeleton className="size-full rounded-none" />}>
        <VisitedMap spots={spots} label={label} onOpen={open} />
      </Suspense>
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="relative isolate h-72 overflow-hidden rounded-card border border-line sm:h-96 print:hidden">{children}</div>
);
