import { usePrefetchQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type ComponentType, type CSSProperties, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../lib/bounds.ts';
import { useFirstPaint } from '../../lib/first-paint.ts';
import { basemapStatusQuery } from '../../map/basemap/basemap-status.ts';
import { flyToPlace } from '../../map/camera.ts';
import { useMapKind } from '../../map/map-kind.ts';
import { canDrawMap } from '../../map/web-gl.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useIsDesktop } from '../../ui/media-query.ts';
import { Backdrop } from './backdrop.tsx';
import { CardStrip } from './card-strip.tsx';
import { useExploredView } from './explored-view.ts';
import { ExplorerCards, type ExplorerCardsProps } from './explorer-cards.tsx';
import { HomeList } from './home-list.tsx';
import { MapControls } from './map-controls.tsx';
import { useShownItinerary } from './shown-itinerary.ts';
import type { PickedPlace } from './stop-picking.ts';

const HomeMap = lazyPart(async () => (await import('./home-map.tsx')).HomeMap);

/** Height of the cards with their room, as much as spec 9 leaves free below; pixels. */
const covered = 200;
/** Width of the place at the side, with its margin; pixels. */
const panelWidth = 444;
// CSSProperties knows no custom properties.
const coveredStyle = { '--map-covered-bottom': `${covered}px` } as CSSProperties;

/** What a place that was picked on the map opens. */
export interface PlaceSheetSlot {
  placeId: string;
  onClose: () => void;
  /** Null while there is no map to show it on. */
  onViewOnMap: ((coordinates: Coordinates) => void) | null;
}

/** spec 2.7. Where the map cannot be drawn, the same stories are a list. */
export function HomePage({ placeSheet: PlaceSheet }: { placeSheet: ComponentType<PlaceSheetSlot> }) {
  const { t } = useTranslation('home');
  useDocumentTitle(t('title'));
  usePrefetchQuery(basemapStatusQuery(location.origin));
  const { bounds } = useSearch({ from: '/' });
  const explored = useExploredView(bounds);
  const shown = useShownItinerary(explored.map);
  const [isSupported, setSupported] = useState(canDrawMap);
  const [picked, setPicked] = useState<PickedPlace | null>(null);
  const isDesktop = useIsDesktop();
  const unsupported = useCallback(() => setSupported(false), []);
  const openStop = useCallback(({ placeId, coordinates }: StopView) => setPicked({ placeId, coordinates }), []);
  const { map } = explored;
  const viewOnMap = map && ((coordinates: Coordinates) => flyToPlace(map, coordinates, isDesktop ? panelWidth : 0));
  const common = { explored, shown, onOpenStop: openStop };
  return (
    <>
      {isSupported ? <HomeOnMap {...common} picked={picked} onPick={setPicked} onUnsupported={unsupported} /> : <HomeList {...common} />}
      <Suspense>{picked && <PlaceSheet placeId={picked.placeId} onClose={() => setPicked(null)} onViewOnMap={viewOnMap} />}</Suspense>
    </>
  );
}

interface HomeOnMapProps extends Omit<ExplorerCardsProps, 'layout'> {
  picked: PickedPlace | null;
  onPick: (place: PickedPlace) => void;
  onUnsupported: () => void;
}

/** The backdrop, the controls and the cards are there before the map, which fades in between them. */
function HomeOnMap({ explored, shown, onOpenStop, picked, onPick, onUnsupported }: HomeOnMapProps) {
  const { t } = useTranslation('home');
  const { bounds } = useSearch({ from: '/' });
  const [kind, setKind] = useMapKind();
  const [initialView] = useState(() => viewOf(bounds));
  const [position, setPosition] = useState<Coordinates | null>(null);
  const isPainted = useFirstPaint();
  const { map, attach, moved } = explored;
  const marks = { stops: shown.stops, picked, position };
  return (
    <div style={coveredStyle} className="absolute inset-0 isolate overflow-hidden bg-[#0d1c33] max-md:[--map-covered-top:3.5rem]">
      <h1 className="sr-only">{t('title')}</h1>
      <Backdrop kind={kind} isWaiting={map === null} />
      {isPainted && (
        <Suspense>
          <HomeMap {...marks} {...{ initialView, kind, covered, onUnsupported, onPick }} onReady={attach} onMoveEnd={moved} />
        </Suspense>
      )}
      <MapControls map={map} kind={kind} onKind={setKind} onLocated={setPosition} />
      <ExplorerCards layout={CardStrip} explored={explored} shown={shown} onOpenStop={onOpenStop} />
    </div>
  );
}
