import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { type RefObject, useCallback, useRef } from 'react';
import type { CardsLayout } from './cards-layout.ts';
import { CountryCards } from './country-cards.tsx';
import type { ExploredView } from './explored-view.ts';
import { cardKind } from './explorer-view.ts';
import type { ItineraryCardData } from './itinerary-card.tsx';
import { ItineraryCards } from './itinerary-cards.tsx';
import type { ShownItinerary } from './shown-itinerary.ts';
import { StopCards } from './stop-cards.tsx';

export interface ExplorerCardsProps {
  layout: CardsLayout;
  explored: ExploredView;
  shown: ShownItinerary;
  onOpenStop: (stop: StopView) => void;
}

/** The cards that belong to what is looked at: countries, itineraries or the stops of one. */
export function ExplorerCards({
  layout,
  explored: { view, openCountry, leave },
  shown: { shownId, hint, show, hide },
  onOpenStop,
}: ExplorerCardsProps) {
  const wantsFocus = useRef(false);
  const open = useFocusing(
    wantsFocus,
    useCallback(({ bounds }: CountryInView) => openCountry(bounds), [openCountry]),
  );
  const showStops = useFocusing(
    wantsFocus,
    useCallback(({ id }: ItineraryCardData) => show(id), [show]),
  );
  const close = useFocusing(wantsFocus, hide);
  const leaveHere = useFocusing(wantsFocus, leave);

  const common = { layout, wantsFocus };
  const kind = cardKind(view, shownId);
  switch (kind) {
    case 'countries':
      return <CountryCards {...common} bounds={view.bounds} onOpen={open} onLeave={leaveHere} />;
    case 'itineraries':
      return <ItineraryCards {...common} bounds={view.bounds} onHint={hint} onShow={showStops} onLeave={leaveHere} />;
    case 'stops':
      return <StopCards {...common} itineraryId={shownId ?? ''} onOpen={onOpenStop} onClose={close} />;
  }
}

/** After this the cards are others, and the first of them takes the focus. */
function useFocusing<A extends unknown[]>(wantsFocus: RefObject<boolean>, run: (...sent: A) => void): (...sent: A) => void {
  return useCallback(
    (...sent) => {
      wantsFocus.current = true;
      run(...sent);
    },
    [wantsFocus, run],
  );
}
