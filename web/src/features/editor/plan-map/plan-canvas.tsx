import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { IconButton } from '@waystory/ui/button.tsx';
import { MapPinPlus, Maximize } from 'lucide-react';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { initialViewOf } from '../../../lib/bounds.ts';
import { routeOver } from '../../../lib/great-circle.ts';
import type { MapBounds } from '../../../lib/search-params.ts';
import { useDebounced } from '../../../lib/use-settled.ts';
import { isInView } from '../../../map/in-view.ts';
import { KnownPlacesLayer, knownPlaceAt, useKnownPlaces } from '../../../map/known-places.tsx';
import { MapView } from '../../../map/map-view.tsx';
import { MarkerKeys } from '../../../map/marker-keys.tsx';
import { HighlightedStop } from '../../../map/story/lit-stop.tsx';
import { useReadChapter, useStoryFocus } from '../../../map/story/story-focus.ts';
import { StoryLayers } from '../../../map/story/story-layers.tsx';
import { boundsOfStory, stopsWithin, storyMapData, waypointsOf } from '../../../map/story/story-map-data.ts';
import { showBounds, useDayCamera } from '../../../map/story/use-day-camera.ts';
import { useStopPointer } from '../../../map/story/use-stop-pointer.ts';
import { ScaleBar, ZoomButtons } from '../../../map/zoom-buttons.tsx';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { type Chapter, type Entry, entriesOf, withLocatedStops } from '../../../model/itinerary/chapters.ts';
import { useStreetLegs } from '../../../model/itinerary/street-ways.ts';
import { Pin } from '../pin-map/pin.tsx';
import { pinPoint } from '../pin-map/pin-steps.ts';
import { type OrderProposal, usePlanMapState } from './plan-spot.ts';
import { useRelocation, useStopDrag } from './use-stop-drag.ts';

/** Colour of the proposed route, which differs from the colours of all days. */
const proposedColor = '#14203a';
/** Debounce before the map follows the day in view, milliseconds. */
const rest = 220;

export interface PlanCanvasProps {
  session: EditSession;
  chapters: readonly Chapter[];
  /** The user chose a stop, and the plan scrolls to its row. */
  onChoose: (key: string) => void;
  onUnsupported: () => void;
}

/** Map of the plan: stops in the colours of their days, known places around them, and the pin of a possible stop. */
export function PlanCanvas({ session, chapters, onChoose, onUnsupported }: PlanCanvasProps) {
  const { t } = useTranslation('editor');
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const days = useMemo(() => waypointsOf(chapters), [chapters]);
  const ways = useStreetLegs(days);
  const data = useMemo(() => storyMapData(chapters, ways), [chapters, ways]);
  const titles = useMemo(() => new Map(entriesOf(chapters).map(({ key, stop }) => [key, stop.title])), [chapters]);
  const stops = useMemo(() => entriesOf(withLocatedStops(chapters)).map(({ stop }) => stop.coordinates), [chapters]);
  const markersOf = useCallback((mapInstance: MapLibreMap) => stopsWithin(data, (at) => isInView(mapInstance, at)), [data]);
  const places = useKnownPlaces(map, stops);
  const whole = boundsOfStory(chapters, null);
  const [begin] = useState(whole);
  const { point } = useStoryFocus();
  const { spot, proposal, mark } = usePlanMapState();
  const reading = useDebounced(useReadChapter(), rest);
  useDayCamera(map, chapters, reading);
  useNewcomers(map, chapters);
  useCentre(map);
  const markAt = useMarking(map, places);
  useStopPointer(map, onChoose, markAt);
  const relocate = useRelocation(session);
  const held = useStopDrag(map, async ({ key, at }) => {
    const entry = entriesOf(chapters).find((one) => one.key === key);
    if (entry) await relocate(entry.stop, at);
  });
  return (
    <>
      <MapView
        initialView={initialViewOf(begin ?? undefined)}
        kind="street"
        label={t('planMap.label')}
        onBegin={(mapInstance) => begin && showBounds(mapInstance, begin, 0)}
        onReady={setMap}
        onUnsupported={onUnsupported}
      >
        <KnownPlacesLayer places={places} />
        <StoryLayers data={data} chapter={chapters.find(({ key }) => key === reading)?.index ?? null} isAnimated={false} />
        {proposal && <ProposedWay proposal={proposal} chapters={chapters} />}
        <HighlightedStop data={data} titles={titles} />
        <ScaleBar />
        <MarkerKeys markersOf={markersOf} nameOf={({ id }) => titles.get(id) ?? ''} onOpen={({ id }) => onChoose(id)} onPoint={point} />
        {held && <HeldMarker at={held.at} />}
        {spot && (
          <Pin
            at={spot.at}
            isFixed={spot.find !== null}
            label={spot.find?.name ?? (spot.title || t('planMap.spot'))}
            onMove={(at) => mark({ ...spot, at })}
          />
        )}
      </MapView>
      {map && <PlanButtons map={map} whole={whole} />}
    </>
  );
}

function PlanButtons({ map, whole }: { map: MapLibreMap; whole: MapBounds | null }) {
  const { t } = useTranslation('editor');
  const { mark } = usePlanMapState();
  const markMiddle = (): void => mark({ at: pinPoint(centreOf(map)), find: null, title: '', dayId: null });
  return (
    <ZoomButtons map={map}>
      <IconButton
        icon={<Maximize />}
        label={t('planMap.whole')}
        side="left"
        size="sm"
        variant="floating"
        disabled={!whole}
        onClick={() => whole && showBounds(map, whole)}
      />
      <IconButton icon={<MapPinPlus />} label={t('planMap.addMiddle')} side="left" size="sm" variant="floating" onClick={markMiddle} />
    </ZoomButtons>
  );
}

const HeldMarker = ({ at: { latitude, longitude } }: { at: Coordinates }) => (
  <Marker latitude={latitude} longitude={longitude} anchor="center" style={{ pointerEvents: 'none' }}>
    <span className="block size-9 rounded-full border-[3px] border-white bg-accent shadow-overlay" />
  </Marker>
);

/** Route of a day in its proposed order, drawn over the current one. */
function ProposedWay({ proposal: { day, order }, chapters }: { proposal: OrderProposal; chapters: readonly Chapter[] }) {
  const chapter = chapters.find((one) => one.day?.id === day.id);
  const points = order.stopIds.flatMap((id) => chapter?.entries.find(({ stop }) => stop.id === id && stop.isLocated)?.stop.coordinates ?? []);
  const data = { type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates: routeOver(points) } };
  const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return (
    <Source id="proposed-way" type="geojson" data={data}>
      <Layer id="proposed-way-edge" type="line" layout={layout} paint={{ 'line-color': '#fff', 'line-width': 9 }} />
      <Layer id="proposed-way" type="line" layout={layout} paint={{ 'line-color': proposedColor, 'line-width': 5 }} />
    </Source>
  );
}

function centreOf(map: MapLibreMap) {
  const { lat: latitude, lng: longitude } = map.getCenter();
  return { latitude, longitude };
}

/**
 * Marks the known place at a click that hits no stop, else the clicked point. The new mark keeps the day of the previous mark. It keeps the title
 * too, unless the previous mark was a known place.
 */
function useMarking(map: MapLibreMap | null, places: ReturnType<typeof useKnownPlaces>): (event: MapMouseEvent) => void {
  const { spot, mark } = usePlanMapState();
  return useCallback(
    ({ point, lngLat: { lat, lng }, originalEvent }: MapMouseEvent): void => {
      // A press on the pin bubbles up to the map too.
      if (!map || (originalEvent.target instanceof Element && originalEvent.target.closest('[data-pin]'))) return;
      const find = knownPlaceAt(map, point, places);
      const at = find?.coordinates ?? pinPoint({ latitude: lat, longitude: lng });
      const kept = spot && !spot.find ? { title: spot.title, dayId: spot.dayId } : { title: '', dayId: spot?.dayId ?? null };
      mark({ ...kept, at, find });
    },
    [map, places, spot, mark],
  );
}

/** Reports the centre of the map to the plan. The plan marks it for a place that the search does not find. */
function useCentre(map: MapLibreMap | null): void {
  const { look } = usePlanMapState();
  useEffect(() => {
    if (!map) return;
    const tell = (): void => look(pinPoint(centreOf(map)));
    tell();
    map.on('moveend', tell);
    return () => {
      map.off('moveend', tell);
      look(null);
    };
  }, [map, look]);
}

/** Moves the camera to the day of a new stop when the stop is outside the viewport. */
function useNewcomers(map: MapLibreMap | null, chapters: readonly Chapter[]): void {
  const before = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = new Set(entriesOf(chapters).map(({ stop }) => stop.id));
    if (!map || !known) return;
    const isNew = ({ stop }: Entry): boolean => stop.isLocated && !known.has(stop.id);
    const chapter = chapters.find(({ entries }) => entries.some(isNew));
    const newcomer = chapter?.entries.find(isNew)?.stop.coordinates;
    const bounds = chapter && boundsOfStory(chapters, chapter.key);
    if (newcomer && bounds && !isInView(map, [newcomer.longitude, newcomer.latitude])) showBounds(map, bounds);
  }, [map, chapters]);
}
