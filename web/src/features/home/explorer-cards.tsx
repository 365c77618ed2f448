import { useQuery } from '@tanstack/react-query';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { memo, type RefObject, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapBounds } from '../../lib/search-params.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import { photoOf } from '../../model/photo/photo.ts';
import { CardFacts, CardFrame, cardStyles } from './card-frame.tsx';
import { type CardsLayout, cardsStatusOf } from './cards-layout.ts';
import { cardKind, type Explorer } from './explorer-view.ts';
import type { HomeUrlState } from './home-address.ts';
import { type ItineraryCardData, ItineraryCards } from './itinerary-cards.tsx';
import type { ItineraryPreview } from './itinerary-preview.ts';
import { EmptyViewState } from './nothing-here.tsx';
import { StopCards } from './stop-cards.tsx';
import { ToursCard } from './tours-card.tsx';

export interface ExplorerCardsProps {
  layout: CardsLayout;
  address: HomeUrlState;
  explorer: Explorer;
  /** Country filter; null without one, and until the country is loaded. */
  country: CountryInView | null;
  preview: ItineraryPreview;
  onOpenStop: (stop: StopView) => void;
  /** Returns to the world view. */
  onLeave: () => void;
}

/** Cards of the current view: countries, itineraries or the stops of one itinerary. */
export function ExplorerCards({
  layout,
  address,
  explorer: { view, openCountry },
  country,
  onLeave,
  preview: { hint, show, hide },
  onOpenStop,
}: ExplorerCardsProps) {
  const wantsFocus = useRef(false);
  const open = useFocusing(
    wantsFocus,
    useCallback(
      ({ code, bounds }: CountryInView) => {
        address.open('country', code);
        openCountry(bounds);
      },
      [address.open, openCountry],
    ),
  );
  const showStops = useFocusing(
    wantsFocus,
    useCallback(({ id }: ItineraryCardData) => show(id), [show]),
  );
  const close = useFocusing(wantsFocus, hide);
  const leaveHere = useFocusing(wantsFocus, onLeave);
  const showAll = useFocusing(
    wantsFocus,
    useCallback(() => address.close('country'), [address.close]),
  );

  const common = { layout, wantsFocus };
  const { search } = address;
  switch (cardKind(view, search)) {
    case 'countries':
      return <CountryCards {...common} bounds={view.bounds} onOpen={open} onLeave={leaveHere} />;
    case 'itineraries':
      return (
        <ItineraryCards
          {...common}
          bounds={view.bounds}
          country={country}
          countryCode={search.country}
          onHint={hint}
          onShow={showStops}
          onLeave={leaveHere}
          onShowAll={showAll}
        />
      );
    case 'stops':
      return <StopCards {...common} itineraryId={search.previewItineraryId ?? ''} onOpen={onOpenStop} onClose={close} />;
  }
}

/** Wraps an action that replaces the cards, so that the first new card takes the focus. */
function useFocusing<A extends unknown[]>(wantsFocus: RefObject<boolean>, run: (...sent: A) => void): (...sent: A) => void {
  return useCallback(
    (...sent) => {
      wantsFocus.current = true;
      run(...sent);
    },
    [wantsFocus, run],
  );
}

interface CountryCardProps {
  country: CountryInView;
  isFirst: boolean;
  onOpen: (country: CountryInView) => void;
}

/** Card of a country with its numbers of itineraries and stops. It opens the country on the map. */
const CountryCard = memo(function CountryCard({ country, isFirst, onOpen }: CountryCardProps) {
  const { t } = useTranslation('home');
  const { code, name, imageUrl, itinerariesCount, stopsCount } = country;
  const flag = `/flags/${code}.svg`;
  return (
    <button type="button" data-card="" className={cardStyles} onClick={() => onOpen(country)}>
      <CardFrame
        photo={photoOf({ imageUrl: imageUrl ?? flag, image: null }, 'card')}
        isFirst={isFirst}
        title={name}
        mark={
          imageUrl && (
            <img src={flag} alt="" width="30" height="20" className="h-5 w-7.5 rounded-[0.3125rem] object-cover shadow-lift ring-1 ring-white/50" />
          )
        }
      >
        <CardFacts>
          {t('itineraries', { count: itinerariesCount })} <span aria-hidden="true">·</span> {t('stops', { count: stopsCount })}
        </CardFacts>
      </CardFrame>
    </button>
  );
});

interface CountryCardsProps {
  layout: CardsLayout;
  bounds: MapBounds | null;
  wantsFocus: RefObject<boolean>;
  onOpen: (country: CountryInView) => void;
  onLeave: () => void;
}

const none: readonly CountryInView[] = [];

/** At low zoom levels the cards are countries (spec 2.7). */
function CountryCards({ layout: Layout, bounds, wantsFocus, onOpen, onLeave }: CountryCardsProps) {
  const { t } = useTranslation('home');
  const query = useQuery(countriesInView(bounds));
  const countries = query.data?.items ?? none;
  const items = useMemo(
    () => countries.map((country, place) => ({ key: country.id, card: <CountryCard country={country} isFirst={place === 0} onOpen={onOpen} /> })),
    [countries, onOpen],
  );
  const status = cardsStatusOf(query);
  return (
    <Layout
      label={t('countriesLabel')}
      announcement={status === 'ready' ? t('countriesInView', { count: countries.length }) : ''}
      status={status}
      lead={<ToursCard startId={undefined} />}
      items={items}
      empty={<EmptyViewState onLeave={onLeave} />}
      isStale={query.isPlaceholderData}
      onRetry={() => void query.refetch()}
      wantsFocus={wantsFocus}
    />
  );
}
