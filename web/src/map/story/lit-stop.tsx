import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { mapFont } from '../map-font.ts';
import { MarkerLabel } from '../marker-keys.tsx';
import { useFocusValue } from './story-focus.ts';
import { highlightPaint } from './story-layers.tsx';
import type { StoryMapData } from './story-map-data.ts';

/** The stop that is hovered in the list or on the map, drawn above all other stops, with its name. */
export function HighlightedStop({ data, titles }: { data: StoryMapData; titles: ReadonlyMap<string, string> }) {
  const key = useFocusValue(({ pointed }) => pointed);
  const feature = useMemo(() => data.stops.features.find(({ properties }) => properties.key === key), [data, key]);
  // A separate source, because the source of all stops would be reloaded with every pointer move.
  const lit = useMemo(() => ({ type: 'FeatureCollection' as const, features: feature ? [feature] : [] }), [feature]);
  const paint = useMemo(() => highlightPaint(data), [data]);
  const [longitude = 0, latitude = 0] = feature?.geometry.coordinates ?? [];
  return (
    <>
      <Source id="story-lit" type="geojson" data={lit}>
        <Layer id="story-lit" type="circle" paint={paint} />
        <Layer
          id="story-lit-number"
          type="symbol"
          layout={{ 'text-field': ['get', 'label'], 'text-font': mapFont, 'text-size': 15, 'text-allow-overlap': true }}
          paint={{ 'text-color': '#fff' }}
        />
      </Source>
      {feature && <MarkerLabel at={[longitude, latitude]} name={titles.get(feature.properties.key) ?? ''} />}
    </>
  );
}
