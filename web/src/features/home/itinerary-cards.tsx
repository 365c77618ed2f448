import { useInfiniteQuery } from '@tanstack/react-query';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { type RefObject, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { type CardsLayout, statusOf } from './cards-layout.ts';
import { itinerariesInView } from './home.query.ts';
import { ItineraryCard, type ItineraryCardData } from './itinerary-card.tsx';
import { NothingHere, NothingOf } from './nothing-here.tsx';
import { ToursCard } from './tours-card.tsx';

export interface ItineraryCardsProps {
  layout: CardsLayout;
  bounds: MapBounds | null;
  /** Only itineraries of this country. */
  country: CountryInView | null;
  /** As the address has it, before its name is known. */
  countryCode: string | undefined;
  wantsFocus: RefObject<boolean>;
  onHint: (itineraryId: string | null) => void;
  onShow: (itinerary: ItineraryCardData) => void;
  onLeave: () => void;
  /** All itineraries that are in view, of whatever country. */
  onShowAll: () => void;
}

/** Every itinerary once, even when the list moved between two pages. */
const withoutRepeats = (itineraries: readonly ItineraryCardData[]): ItineraryCardData[] => [
  ...new Map(itineraries.map((one) => [one.id, one])).values(),
];

/** From nearby the cards are the itineraries with a stop in view (spec 2.7). */
export function ItineraryCards({
  layout: Layout,
  bounds,
  country,
  countryCode,
  wantsFocus,
  onHint,
  onShow,
  onLeave,
  onShowAll,
}: ItineraryCardsProps) {
  const { t } = useTranslation('home');
  const query = useInfiniteQuery(itinerariesInView(bounds ?? worldBounds, countryCode));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const itineraries = useMemo(() => withoutRepeats(data?.pages.flatMap(({ items }) => items) ?? []), [data]);
  const items = useMemo(
    () =>
      itineraries.map((itinerary, place) => ({
        key: itinerary.id,
        card: <ItineraryCard itinerary={itinerary} isFirst={place === 0} bounds={bounds} onHint={onHint} onShow={onShow} />,
      })),
    [itineraries, bounds, onHint, onShow],
  );
  const grow = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const status = statusOf(query);
  return (
    <Layout
      label={country ? t('itinerariesOf', { country: country.name }) : t('itinerariesLabel')}
      announcement={status === 'ready' ? t('itinerariesInView', { count: data?.pages[0]?.total ?? 0 }) : ''}
      status={status}
      lead={<ToursCard startId={itineraries[0]?.id} bounds={bounds} />}
      items={items}
      empty={country ? <NothingOf country={country.name} onLeave={onLeave} onShowAll={onShowAll} /> : <NothingHere onLeave={onLeave} />}
      isStale={query.isPlaceholderData}
      isGrowing={isFetchingNextPage}
      onRetry={() => void query.refetch()}
      onEnd={hasNextPage && !isFetchingNextPage ? grow : undefined}
      wantsFocus={wantsFocus}
    />
  );
}
