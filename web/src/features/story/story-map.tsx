import { Maximize, Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../lib/bounds.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { zoomBy } from '../../map/camera.ts';
import { MapView } from '../../map/map-view.tsx';
import { entriesOf } from '../../model/itinerary/chapters.ts';
import type { Story } from '../../model/itinerary/story.query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { foldCredits } from './fold-credits.ts';
import { useJourney } from './journey/use-journey.ts';
import { LitStop } from './lit-stop.tsx';
import { useReadChapter } from './reading-focus.ts';
import { StoryLayers, stopsLayer } from './story-layers.tsx';
import { boundsOfStory, journeysOf, storyMapData } from './story-map-data.ts';
import { showBounds, useDayCamera } from './use-day-camera.ts';
import { useStopPointer } from './use-stop-pointer.ts';

/** Whoever scrolls past a day does not want to go there, milliseconds. */
const rest = 220;

interface StoryMapProps {
  story: Story;
  /** A stop was chosen on the map. */
  onChoose: (key: string) => void;
}

/** The map of a story: it follows the reader from day to day, and leads back into the text. */
export function StoryMap({ story: { chapters }, onChoose }: StoryMapProps) {
  const { t } = useTranslation('story');
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [isUnsupported, setUnsupported] = useState(false);
  const whole = useMemo(() => boundsOfStory(chapters, null), [chapters]);
  const data = useMemo(() => storyMapData(chapters), [chapters]);
  const titles = useMemo(() => new Map(entriesOf(chapters).map(({ key, stop }) => [key, stop.title])), [chapters]);
  const reading = useSettled(useReadChapter(), rest);
  const read = chapters.find(({ key }) => key === reading) ?? null;
  const journeys = useMemo(() => journeysOf(read ? [read] : chapters), [read, chapters]);
  const isAnimated = useJourney(map, journeys, stopsLayer);
  useDayCamera(map, chapters, reading);
  useStopPointer(map, onChoose);

  const ready = useCallback(
    (made: MapLibreMap) => {
      foldCredits(made);
      if (whole) showBounds(made, whole, 0);
      setMap(made);
    },
    [whole],
  );
  const unsupported = useCallback(() => setUnsupported(true), []);
  if (isUnsupported) return <EmptyState className="h-full justify-center" icon={<Maximize />} title={t('map.label')} text={t('map.unavailable')} />;
  return (
    <>
      <MapView initialView={viewOf(whole ?? undefined)} kind="street" label={t('map.label')} onReady={ready} onUnsupported={unsupported}>
        <StoryLayers data={data} chapter={read?.index ?? null} isAnimated={isAnimated} />
        <LitStop data={data} titles={titles} />
      </MapView>
      {map && <MapButtons onZoom={(levels) => zoomBy(map, levels)} onWhole={() => whole && showBounds(map, whole)} />}
    </>
  );
}

function MapButtons({ onZoom, onWhole }: { onZoom: (levels: number) => void; onWhole: () => void }) {
  const { t } = useTranslation('story');
  return (
    <div className="absolute top-3 right-3 z-strip flex flex-col gap-2">
      <IconButton label={t('map.zoomIn')} className="coarse:hidden" side="left" size="sm" variant="floating" onClick={() => onZoom(1)}>
        <Plus aria-hidden="true" />
      </IconButton>
      <IconButton label={t('map.zoomOut')} className="coarse:hidden" side="left" size="sm" variant="floating" onClick={() => onZoom(-1)}>
        <Minus aria-hidden="true" />
      </IconButton>
      <IconButton label={t('map.whole')} side="left" size="sm" variant="floating" onClick={onWhole}>
        <Maximize aria-hidden="true" />
      </IconButton>
    </div>
  );
}
