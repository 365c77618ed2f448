import { usePrefetchQuery } from '@tanstack/react-query';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { ArrowLeft } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ComponentType, type CSSProperties, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initialViewOf } from '../../lib/bounds.ts';
import { useFirstPaint } from '../../lib/first-paint.ts';
import { basemapStatusQuery } from '../../map/basemap/basemap-status.ts';
import { flyToPlace } from '../../map/camera.ts';
import { type MapKind, useMapKind } from '../../map/map-kind.ts';
import { useIsBeyondSatellite } from '../../map/use-is-deep.ts';
import { canDrawMap } from '../../map/web-gl.ts';
import { CardStrip } from './card-strip.tsx';
import { type CardsLayoutProps, skeletonCount } from './cards-layout.ts';
import { ExplorerCards, type ExplorerCardsProps } from './explorer-cards.tsx';
import { cardKind, useCountryInUrl, useExplorer } from './explorer-view.ts';
import { type HomeUrlState, useHomeUrlState } from './home-address.ts';
import { useItineraryPreview } from './itinerary-preview.ts';
import { MapControls, MapHead } from './map-head.tsx';
import type { SelectedPlace } from './stop-selection.ts';
import './backdrop.css';

interface PlaceSelection {
  /** Id of the place with an open sheet, from the URL. */
  placeId: string | undefined;
  /** Coordinates of the place, once known. */
  selectedPlace: SelectedPlace | null;
  pick: (place: SelectedPlace) => void;
  /** Receives the coordinates once the sheet has loaded the place. */
  locate: (coordinates: Coordinates) => void;
  close: () => void;
}

/** Selected place of the map. A URL with a place but without bounds moves the map to the place. The sheet covers `panel` pixels at the right. */
function usePlaceSelection({ search: { place, bounds }, open, close }: HomeUrlState, map: MapLibreMap | null, panel: number): PlaceSelection {
  const [located, setLocated] = useState<SelectedPlace | null>(null);
  const toFly = useRef(bounds ? undefined : place);
  const pick = useCallback(
    (next: SelectedPlace) => {
      setLocated(next);
      open('place', next.placeId);
    },
    [open],
  );
  const locate = useCallback(
    (coordinates: Coordinates) =>
      setLocated((current) => (place === undefined || current?.placeId === place ? current : { placeId: place, coordinates })),
    [place],
  );
  useEffect(() => {
    if (!map || !located || toFly.current !== located.placeId) return;
    toFly.current = undefined;
    flyToPlace(map, located.coordinates, panel);
  }, [map, located, panel]);
  return {
    placeId: place,
    selectedPlace: located?.placeId === place ? located : null,
    pick,
    locate,
    close: useCallback(() => close('place'), [close]),
  };
}

/** Background of the map: the night sky around the globe, or the colour of the sea. A placeholder globe stands there until the map is ready. */
function Backdrop({ kind, isWaiting }: { kind: MapKind; isWaiting: boolean }) {
  if (kind === 'street') return <div aria-hidden="true" className="home-sea absolute inset-0" />;
  return (
    <div aria-hidden="true" className="home-sky absolute inset-0 overflow-hidden">
      <div className="home-stars absolute inset-0" />
      <div className={cn('home-globe transition-opacity duration-700', !isWaiting && 'opacity-0')} />
    </div>
  );
}

const HomeMap = lazyPart(async () => (await import('./home-map.tsx')).HomeMap);

/** Height of the cards with their margins, equal to the bottom padding of spec 9, pixels. */
const covered = 200;
/** Height of the head over the map of a phone, where it takes the whole width, pixels. */
const headHeight = 96;
/** Width of the place sheet at the side, with its margin, pixels. */
const panelWidth = 444;
// The type CSSProperties has no custom properties.
const coveredStyle = { '--map-covered-bottom': `${covered / 16}rem` } as CSSProperties;

/** Props of the sheet for a place picked on the map. */
export interface PlaceSheetSlotProps {
  placeId: string;
  onClose: () => void;
  /** Receives the coordinates of the place, once known. */
  onLocate: (coordinates: Coordinates) => void;
  /** Shows the coordinates on the map; null without a map. */
  onViewOnMap: ((coordinates: Coordinates) => void) | null;
}

/** spec 2.7: home page with a map; without map support, a list of the same stories. */
export function HomePage({ placeSheet: PlaceSheet }: { placeSheet: ComponentType<PlaceSheetSlotProps> }) {
  const { t } = useTranslation('home');
  usePrefetchQuery(basemapStatusQuery(location.origin));
  const address = useHomeUrlState();
  const explorer = useExplorer(address);
  const { map } = explorer;
  const preview = useItineraryPreview(map, address);
  const country = useCountryInUrl(address, explorer);
  useDocumentTitle(country ? t('titleOf', { country: country.name }) : t('title'));
  const [isSupported, setSupported] = useState(canDrawMap);
  const panel = useIsDesktop() ? panelWidth : 0;
  const { placeId, selectedPlace, pick, locate, close } = usePlaceSelection(address, map, panel);
  const unsupported = useCallback(() => setSupported(false), []);
  const openStop = useCallback(({ placeId: id, coordinates }: StopView) => pick({ placeId: id, coordinates }), [pick]);
  const leave = useLeaving(address.close, explorer.leave);
  const viewOnMap = map && ((coordinates: Coordinates) => flyToPlace(map, coordinates, panel));
  const common = { address, explorer, preview, country, onOpenStop: openStop, onLeave: leave };
  return (
    <>
      {isSupported ? <HomeOnMap {...common} selectedPlace={selectedPlace} onPick={pick} onUnsupported={unsupported} /> : <HomeList {...common} />}
      <Suspense>{placeId && <PlaceSheet placeId={placeId} onClose={close} onLocate={locate} onViewOnMap={viewOnMap} />}</Suspense>
    </>
  );
}

/** Returns to the world view from a country or from a close zoom level. */
function useLeaving(close: HomeUrlState['close'], leave: () => void): () => void {
  return useCallback(() => {
    close('country', 'previewItineraryId');
    leave();
  }, [close, leave]);
}

interface HomeOnMapProps extends Omit<ExplorerCardsProps, 'layout'> {
  selectedPlace: SelectedPlace | null;
  onPick: (place: SelectedPlace) => void;
  onUnsupported: () => void;
}

/** Renders backdrop, controls and cards before the map, which fades in between them. */
function HomeOnMap({ selectedPlace, onPick, onUnsupported, ...cards }: HomeOnMapProps) {
  const { address, explorer, preview, country, onLeave } = cards;
  const [chosen, setKind] = useMapKind();
  const [initialView] = useState(() => initialViewOf(address.search.bounds));
  const [position, setPosition] = useState<Coordinates | null>(null);
  const isPainted = useFirstPaint(HomeMap.preload);
  const coveredTop = useIsDesktop() ? 0 : headHeight;
  const { map, attach, moved } = explorer;
  const isDeep = useIsBeyondSatellite(map);
  // At high zoom levels only the street map has detail, so there is no choice of kinds.
  const kind = isDeep ? 'street' : chosen;
  const marks = { stops: preview.stops, selectedPlace, position };
  return (
    <div
      data-tall=""
      style={coveredStyle}
      className="absolute inset-0 isolate overflow-hidden bg-[#0d1c33] [--map-covered-top:6.25rem] max-md:[--globe-covered-top:6rem] [--map-notes-right:7rem] md:[--map-notes-right:19rem]"
    >
      <Backdrop kind={kind} isWaiting={map === null} />
      {isPainted && (
        <Suspense>
          {/* Layer order: the map above the backdrop. The message of an unavailable map fits between head and cards. */}
          <div className="absolute inset-0 pt-(--globe-covered-top) pb-(--map-covered-bottom)">
            <HomeMap
              {...marks}
              {...{ initialView, kind, isGlobe: isDeep && chosen === 'satellite', coveredTop, covered, onUnsupported, onPick }}
              onReady={attach}
              onMoveEnd={moved}
            />
          </div>
        </Suspense>
      )}
      {/* Head and controls are in one flow, so that enlarged text pushes the controls down instead of overlapping them. */}
      <div className="pointer-events-none absolute inset-x-3 top-3 z-strip flex items-start max-md:flex-col md:justify-between">
        <div className="max-md:min-h-(--map-covered-top) max-md:w-full max-md:pb-1">
          <MapHead country={country} isWorld={cardKind(explorer.view, address.search) === 'countries'} onLeave={onLeave} />
        </div>
        <div className="max-md:self-end">
          <MapControls map={map} kind={kind} hasKinds={!isDeep} onKind={setKind} onLocated={setPosition} />
        </div>
      </div>
      <ExplorerCards layout={CardStrip} {...cards} />
    </div>
  );
}

const cell = 'h-48';

/** Cards as a grid, the fallback for a browser without map support. */
function CardGrid(props: CardsLayoutProps) {
  const { label, announcement, status, lead, items, empty, isStale, onRetry, onEnd, isGrowing } = props;
  const { t } = useTranslation('home');
  if (status === 'failed') return <ErrorState title={t('failed')} onRetry={onRetry} />;
  return (
    <section aria-label={label}>
      <p role="status" className="mb-4 min-h-6 text-muted text-small">
        {announcement}
      </p>
      <ul aria-busy={status === 'loading' || isStale} className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-4">
        <li className={cell}>{lead}</li>
        {status === 'loading' &&
          Array.from({ length: skeletonCount }, (_, place) => (
            <li key={place} aria-hidden="true" className={cell}>
              <Skeleton className="size-full rounded-photo" />
            </li>
          ))}
        {items.map(({ key, card }) => (
          <li key={key} className={cell}>
            {card}
          </li>
        ))}
        {status === 'ready' && items.length === 0 && <li className={`${cell} rounded-photo border border-line bg-surface`}>{empty}</li>}
      </ul>
      {(onEnd || isGrowing) && (
        <Button variant="secondary" className="mx-auto mt-8 flex" loading={isGrowing ?? false} onClick={onEnd}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}

/** Home page without map support: the same stories as a list. */
function HomeList(props: Omit<ExplorerCardsProps, 'layout'>) {
  const { t } = useTranslation('home');
  const { address, explorer, country, onLeave } = props;
  const kind = cardKind(explorer.view, address.search);
  return (
    <div className="absolute inset-0 overflow-y-auto bg-canvas">
      <div className="mx-auto max-w-[1440px] px-4 py-6 md:px-8 md:py-10">
        <h1 className="text-title">{t('title')}</h1>
        <Banner title={t('noMap.title')} text={t('noMap.text')} className="my-5" />
        {kind === 'itineraries' && (
          <Button variant="quiet" size="sm" className="mb-3 -ml-3" icon={<ArrowLeft aria-hidden="true" />} onClick={onLeave}>
            {t('allCountries')}
          </Button>
        )}
        {country && <h2 className="mb-3 text-heading">{country.name}</h2>}
        <ExplorerCards {...props} layout={CardGrid} />
      </div>
    </div>
  );
}
