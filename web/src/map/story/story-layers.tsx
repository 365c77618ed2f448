import { useTheme } from '@waystory/ui/theme.ts';
import type { CircleLayerSpecification, ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { Layer, Source } from 'react-map-gl/maplibre';
import { mapFont } from '../map-font.ts';
import type { StoryMapData } from './story-map-data.ts';

/** Largest number of stops with full markers at low zoom levels. The stops of a longer story are dots there. */
const fewStops = 60;
const isLongStory = (data: StoryMapData): boolean => data.stops.features.length > fewStops;

/** Zoom level from which the stops of a day have labels. */
const namedFrom = 8;

/** Colours of labels and lines by theme. */
const inks = { light: { ink: '#1b2436', paper: '#fffdf9', way: '#57534e' }, dark: { ink: '#f3eee4', paper: '#0c1422', way: '#d6cfc2' } } as const;

/** The clickable layer, below which the animated route stays. */
export const stopsLayer = 'story-stops';

/** Labels beside their marker, on any side with room. */
const nameLayout: SymbolLayerSpecification['layout'] = {
  'text-field': ['get', 'title'],
  'text-font': mapFont,
  'text-size': 13,
  'text-max-width': 9,
  'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
  'text-radial-offset': 1.4,
  'text-justify': 'auto',
};

/** The highlighted stop uses the same expressions as all stops, so that MapLibre has compiled its shaders already. */
export function highlightPaint(data: StoryMapData): CircleLayerSpecification['paint'] {
  const either = chooser(null);
  const always = (value: number): ExpressionSpecification => either(value, value);
  return {
    'circle-radius': radiusOf(() => always(18), isLongStory(data)),
    'circle-color': ['get', 'color'],
    'circle-stroke-color': ['case', ['has', 'color'], '#fff', '#fff'],
    'circle-stroke-width': always(3),
    'circle-opacity': always(1),
  };
}

interface StoryLayersProps {
  data: StoryMapData;
  /** The chapter being read; null at the opening, where all days are equal. */
  chapter: number | null;
  /** True during the route animation; the lines below it are dimmed. */
  isAnimated: boolean;
}

/** Reads the feature in both cases, because a constant would make MapLibre compile other shaders. */
const isReadOf = (chapter: number | null): ExpressionSpecification =>
  chapter === null ? ['>=', ['get', 'chapter'], 0] : ['==', ['get', 'chapter'], chapter];

/** Chooses between a value for the chapter being read and a value for all other chapters. */
const chooser =
  (chapter: number | null) =>
  (read: number, other: number): ExpressionSpecification => ['case', isReadOf(chapter), read, other];

/** Many stops start as dots that grow with the zoom. */
const radiusOf = (either: (read: number, other: number) => ExpressionSpecification, isLong: boolean): ExpressionSpecification =>
  isLong ? ['interpolate', ['linear'], ['zoom'], 2, either(4, 3), 6, either(9, 5), 10, either(13, 8)] : either(13, 6.5);

/** Stop numbers for the day being read; day numbers when all are visible, because each day restarts at 1. */
const numbersOf = (chapter: number | null, isRead: ExpressionSpecification) => ({
  field: ['get', chapter === null ? 'day' : 'label'] satisfies ExpressionSpecification,
  filter: chapter === null ? (['!=', ['get', 'day'], ''] satisfies ExpressionSpecification) : isRead,
});

/** Stops and routes as map layers, without page elements. */
export function StoryLayers(props: StoryLayersProps) {
  return (
    <>
      <WayLayers {...props} />
      <StopLayers {...props} />
    </>
  );
}

function WayLayers({ data, chapter, isAnimated }: StoryLayersProps) {
  const { way } = inks[useTheme().resolved];
  const either = chooser(chapter);
  const line = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return (
    <>
      <Source id="story-areas" type="geojson" data={data.areas}>
        <Layer id="story-areas" type="fill" paint={{ 'fill-color': ['get', 'color'], 'fill-opacity': either(0.1, 0.04) }} />
      </Source>
      <Source id="story-bridges" type="geojson" data={data.bridges}>
        <Layer
          id="story-bridges"
          type="line"
          layout={line}
          paint={{
            'line-color': way,
            'line-width': 2.5,
            'line-opacity': chapter === null ? 0.75 : 0.3,
            'line-dasharray': [0.1, 2.4],
          }}
        />
      </Source>
      <Source id="story-routes" type="geojson" data={data.routes}>
        <Layer
          id="story-route-edges"
          type="line"
          layout={line}
          paint={{ 'line-color': '#fff', 'line-width': either(7, 4), 'line-opacity': either(isAnimated ? 0.65 : 0.9, 0.35) }}
        />
        <Layer
          id="story-routes"
          type="line"
          layout={line}
          paint={{ 'line-color': ['get', 'color'], 'line-width': either(4, 2), 'line-opacity': either(isAnimated ? 0.35 : 1, 0.4) }}
        />
      </Source>
    </>
  );
}

function StopLayers({ data, chapter }: StoryLayersProps) {
  const { ink, paper } = inks[useTheme().resolved];
  const isRead = isReadOf(chapter);
  const either = chooser(chapter);
  const numbers = numbersOf(chapter, isRead);
  const isLong = isLongStory(data);
  return (
    <Source id="story-stops" type="geojson" data={data.stops}>
      <Layer
        id={stopsLayer}
        type="circle"
        layout={{ 'circle-sort-key': either(1, 0) }}
        paint={{
          'circle-radius': radiusOf(either, isLong),
          'circle-color': ['case', ['get', 'isSuggested'], '#fff', ['get', 'color']],
          'circle-stroke-color': ['case', ['get', 'isSuggested'], ['get', 'color'], '#fff'],
          'circle-stroke-width': either(2.5, 1.5),
          'circle-opacity': either(1, 0.75),
        }}
      />
      <Layer
        id="story-names"
        type="symbol"
        minzoom={namedFrom}
        filter={isRead}
        layout={nameLayout}
        paint={{ 'text-color': ink, 'text-halo-color': paper, 'text-halo-width': 1.6 }}
      />
      <Layer
        id="story-numbers"
        type="symbol"
        minzoom={isLong ? 6 : 0}
        filter={numbers.filter}
        layout={{ 'text-field': numbers.field, 'text-font': mapFont, 'text-size': 13, 'text-padding': 0 }}
        paint={{ 'text-color': '#fff' }}
      />
    </Source>
  );
}
