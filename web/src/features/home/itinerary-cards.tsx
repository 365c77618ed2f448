import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { Route, ThumbsUp } from 'lucide-react';
import { type FocusEvent, memo, type RefObject, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { coverOf } from '../../model/photo/photo.ts';
import { SaveOnPhoto } from '../../model/social/save-button.tsx';
import { CardCredit, CardFacts, CardFrame, cardStyles } from './card-frame.tsx';
import { type CardsLayout, cardsStatusOf } from './cards-layout.ts';
import { itinerariesInView } from './home.query.ts';
import { EmptyCountryState, EmptyViewState } from './nothing-here.tsx';
import { ToursCard } from './tours-card.tsx';

export type ItineraryCardData = z.output<typeof itineraryCard>;

interface ItineraryCardProps {
  itinerary: ItineraryCardData;
  isFirst: boolean;
  /** Bounds for the reels, which continue within the view. */
  bounds: MapBounds | null;
  /** Previews the stops on the map; null ends the preview. */
  onHint: (itineraryId: string | null) => void;
  /** Opens the stops of the itinerary on the map. */
  onShow: (itinerary: ItineraryCardData) => void;
}

/**
 * spec 2.7: card with cover, title, days, stops, likes and author, which opens the reels. Its buttons show the stops on the map, and save the
 * itinerary.
 */
const ItineraryCard = memo(function ItineraryCard({ itinerary, isFirst, bounds, onHint, onShow }: ItineraryCardProps) {
  const { t } = useTranslation('home');
  const { id, title, daysCount, stopsCount, likeCount, accountUserName } = itinerary;
  const photo = coverOf(itinerary, 'card');
  const hint = (): void => onHint(id);
  // A focus event without a previous element was set by the page, not by the user.
  const hintByKey = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget) hint();
  };
  const unhint = (): void => onHint(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the link and the button inside
    <div className="relative h-full" onMouseEnter={hint} onMouseLeave={unhint} onFocus={hintByKey} onBlur={unhint}>
      <Link
        data-card=""
        to="/itineraries/reels/$startId"
        params={{ startId: id }}
        search={bounds ? { bounds } : {}}
        preload={false}
        className={cardStyles}
      >
        <CardFrame photo={photo} isFirst={isFirst} title={title}>
          <CardFacts>
            {t('days', { count: daysCount })} <span aria-hidden="true">·</span> {t('stops', { count: stopsCount })}{' '}
            <span className="ml-auto flex items-center gap-1">
              <ThumbsUp aria-hidden="true" />
              <span className="sr-only">{t('likes', { count: likeCount })}</span> <span aria-hidden="true">{likeCount}</span>
            </span>
          </CardFacts>
          {accountUserName && <CardFacts className="truncate">@{accountUserName}</CardFacts>}
        </CardFrame>
      </Link>
      <CardCredit photo={photo} />
      <ShowOnMap title={title} onPress={() => onShow(itinerary)} />
      <SaveOnPhoto kind="itinerary" id={id} title={title} className="absolute! top-2.5 right-13.5" />
    </div>
  );
});

function ShowOnMap({ title, onPress }: { title: string; onPress: () => void }) {
  const { t } = useTranslation('home');
  return (
    <button
      type="button"
      aria-label={t('showOnMap', { title })}
      title={t('showOnMapShort')}
      className="focus-on-photo hit-area absolute! top-2.5 right-2.5 grid size-9 place-items-center rounded-full bg-[#0e1626]/70 text-white backdrop-blur-sm transition-colors duration-fast hover:bg-accent hover:text-accent-ink"
      onClick={onPress}
    >
      <Route aria-hidden="true" className="size-4.5" />
    </button>
  );
}

interface ItineraryCardsProps {
  layout: CardsLayout;
  bounds: MapBounds | null;
  /** Country filter; null without one, and until the country is loaded. */
  country: CountryInView | null;
  /** Country code from the URL, available before the country is loaded. */
  countryCode: string | undefined;
  wantsFocus: RefObject<boolean>;
  onHint: (itineraryId: string | null) => void;
  onShow: (itinerary: ItineraryCardData) => void;
  onLeave: () => void;
  /** Removes the country filter. */
  onShowAll: () => void;
}

/** Deduplicates itineraries, because the list may shift between two page requests. */
const withoutRepeats = (itineraries: readonly ItineraryCardData[]): ItineraryCardData[] => [
  ...new Map(itineraries.map((one) => [one.id, one])).values(),
];

/** Cards of the itineraries with a stop in view and, with a country filter, in that country (spec 2.7). */
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
  const status = cardsStatusOf(query);
  return (
    <Layout
      label={country ? t('itinerariesOf', { country: country.name }) : t('itinerariesLabel')}
      announcement={status === 'ready' ? t('itinerariesInView', { count: data?.pages[0]?.total ?? 0 }) : ''}
      status={status}
      lead={<ToursCard startId={itineraries[0]?.id} bounds={bounds} />}
      items={items}
      empty={country ? <EmptyCountryState country={country.name} onLeave={onLeave} onShowAll={onShowAll} /> : <EmptyViewState onLeave={onLeave} />}
      isStale={query.isPlaceholderData}
      isGrowing={isFetchingNextPage}
      onRetry={() => void query.refetch()}
      onEnd={hasNextPage && !isFetchingNextPage ? grow : undefined}
      wantsFocus={wantsFocus}
    />
  );
}
