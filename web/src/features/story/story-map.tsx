import { IconButton } from '@waystory/ui/button.tsx';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Maximize, Play, Square } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initialViewOf } from '../../lib/bounds.ts';
import { useDebounced } from '../../lib/use-settled.ts';
import { isInView } from '../../map/in-view.ts';
import { KnownPlacesLayer, useKnownPlaces } from '../../map/known-places.tsx';
import { MapView } from '../../map/map-view.tsx';
import { MarkerKeys } from '../../map/marker-keys.tsx';
import { HighlightedStop } from '../../map/story/lit-stop.tsx';
import { useReadChapter, useStoryFocus } from '../../map/story/story-focus.ts';
import { StoryLayers, stopsLayer } from '../../map/story/story-layers.tsx';
import { boundsOfStory, hasRoute, stopsWithin, storyMapData, waypointsOf } from '../../map/story/story-map-data.ts';
import { showBounds, useDayCamera } from '../../map/story/use-day-camera.ts';
import { useStopPointer } from '../../map/story/use-stop-pointer.ts';
import { ScaleBar, ZoomButtons } from '../../map/zoom-buttons.tsx';
import { entriesOf } from '../../model/itinerary/chapters.ts';
import { useStreetLegs } from '../../model/itinerary/street-ways.ts';
import type { Story } from '../../model/itinerary/use-story.ts';
import { collapseAttribution } from './fold-credits.ts';
import { useJourneyAnimation } from './journey/use-journey.ts';

/** Debounce before the map follows the day in view, milliseconds. */
const rest = 220;
/** Width of the viewport below which known places are shown, degrees. */
const closerThan = 0.35;

interface StoryMapProps {
  story: Story;
  /** A stop was chosen on the map. */
  onChoose: (key: string) => void;
  /** A stop was opened with the keyboard; the focus moves into the text. */
  onOpen: (key: string) => void;
}

/** Map of a story. Its camera follows the day in view, and a chosen stop scrolls the text. */
export function StoryMap({ story: { chapters }, onChoose, onOpen }: StoryMapProps) {
  const { t } = useTranslation('story');
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [isUnsupported, setUnsupported] = useState(false);
  const whole = useMemo(() => boundsOfStory(chapters, null), [chapters]);
  const days = useMemo(() => waypointsOf(chapters), [chapters]);
  const ways = useStreetLegs(days);
  const data = useMemo(() => storyMapData(chapters, ways), [chapters, ways]);
  const markersOf = useCallback((mapInstance: MapLibreMap) => stopsWithin(data, (at) => isInView(mapInstance, at)), [data]);
  const titles = useMemo(() => new Map(entriesOf(chapters).map(({ key, stop }) => [key, stop.title])), [chapters]);
  const reading = useDebounced(useReadChapter(), rest);
  const read = chapters.find(({ key }) => key === reading) ?? null;
  const played = useMemo(() => (read ? [read] : chapters), [read, chapters]);
  const stops = useMemo(() => entriesOf(chapters).map(({ stop }) => stop.coordinates), [chapters]);
  const around = useKnownPlaces(map, stops, { closerThan, isPatient: true });
  const journey = useJourneyAnimation(map, played, stopsLayer, ways);
  useDayCamera(map, chapters, reading);
  useStopPointer(map, onChoose);
  const { point } = useStoryFocus();

  const begin = useCallback(
    (mapInstance: MapLibreMap) => {
      if (whole) showBounds(mapInstance, whole, 0);
    },
    [whole],
  );
  const ready = useCallback((mapInstance: MapLibreMap) => {
    collapseAttribution(mapInstance);
    setMap(mapInstance);
  }, []);
  const unsupported = useCallback(() => setUnsupported(true), []);
  if (isUnsupported) return <EmptyState className="h-full justify-center" icon={<Maximize />} title={t('map.label')} text={t('map.unavailable')} />;
  return (
    <>
      <MapView
        initialView={initialViewOf(whole ?? undefined)}
        kind="street"
        label={t('map.label')}
        onBegin={begin}
        onReady={ready}
        onUnsupported={unsupported}
      >
        <KnownPlacesLayer places={around} isBackground />
        <StoryLayers data={data} chapter={read?.index ?? null} isAnimated={journey.state === 'playing'} />
        <HighlightedStop data={data} titles={titles} />
        <ScaleBar />
        <MarkerKeys markersOf={markersOf} nameOf={({ id }) => titles.get(id) ?? ''} onOpen={({ id }) => onOpen(id)} onPoint={point} />
      </MapView>
      {map && (
        <ZoomButtons map={map}>
          <IconButton
            icon={<Maximize />}
            label={t('map.whole')}
            side="left"
            size="sm"
            variant="floating"
            onClick={() => whole && showBounds(map, whole)}
          />
          {played.some(hasRoute) && <JourneyButton {...journey} name={read ? 'day' : 'whole'} />}
        </ZoomButtons>
      )}
    </>
  );
}

interface JourneyButtonProps extends ReturnType<typeof useJourneyAnimation> {
  /** Whether the route of a day or of the whole story is played. */
  name: 'day' | 'whole';
}

/** Animates the route; hidden for readers who prefer reduced motion. */
function JourneyButton({ state, play, stop, name }: JourneyButtonProps) {
  const { t } = useTranslation('story');
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (state === 'failed') toast.error(t('map.playFailed'), { id: 'journey' });
  }, [state, t]);
  if (isReduced) return null;
  const isPlaying = state === 'playing';
  return (
    <IconButton
      icon={isPlaying ? <Square /> : <Play />}
      label={isPlaying ? t('map.stop') : t(`map.play.${name}`)}
      side="left"
      size="sm"
      variant="floating"
      loading={state === 'loading'}
      onClick={isPlaying ? stop : () => void play()}
    />
  );
}
