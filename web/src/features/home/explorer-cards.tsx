import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { type RefObject, useCallback, useRef } from 'react';
import type { CardsLayout } from './cards-layout.ts';
import { CountryCards } from './country-cards.tsx';
import type { Explorer } from './explorer-view.ts';
import { cardKind } from './explorer-view.ts';
import type { HomeAddress } from './home-address.ts';
import type { ItineraryCardData } from './itinerary-cards.tsx';
import { ItineraryCards } from './itinerary-cards.tsx';
import type { ItineraryPreview } from './itinerary-preview.ts';
import { StopCards } from './stop-cards.tsx';

export interface ExplorerCardsProps {
  layout: CardsLayout;
  address: HomeAddress;
  explorer: Explorer;
  /** The country whose stories alone are shown, once it is known. */
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
