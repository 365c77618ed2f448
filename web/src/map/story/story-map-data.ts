import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson';
import { boundsAround } from '../../lib/bounds.ts';
import { type Position, progressAlong, routeOver } from '../../lib/great-circle.ts';
import { hullAround } from '../../lib/hull.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { bridgesOf, type Chapter, type Entry, isAccepted, withLocatedStops } from '../../model/itinerary/chapters.ts';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';
import { legKey, noStreetLegs, type StreetLegs } from '../../model/itinerary/street-ways.ts';
import type { MapMarker } from '../marker-steps.ts';

export interface StopProperties {
  key: string;
  title: string;
  /** Index of the stop's chapter. */
  chapter: number;
  color: string;
  /** Number of the stop on its day; empty for a suggested stop. */
  label: string;
  /** Number of the stop's day; empty for a suggested stop or a stop without a day. */
  day: string;
  isSuggested: boolean;
}

export interface RouteProperties {
  chapter: number;
  color: string;
}

/** Route of one day for the animation. */
export interface Journey {
  chapter: number;
  color: string;
  path: readonly Position[];
  /** Completed share of the whole route at each position, 0 to 1. */
  progress: readonly number[];
}

/** GeoJSON of a story. */
export interface StoryMapData {
  stops: FeatureCollection<Point, StopProperties>;
  routes: FeatureCollection<LineString, RouteProperties>;
  /** Outlines around the stops of each day with a route, unless their bounding box has a diagonal of more than 60 km. */
  areas: FeatureCollection<Polygon, RouteProperties>;
  /** Lines from one day to the next. */
  bridges: FeatureCollection<LineString, null>;
}

const stopFeature = (chapter: Chapter, { key, stop, number }: Entry): Feature<Point, StopProperties> => ({
  type: 'Feature',
  properties: {
    key,
    title: stop.title,
    chapter: chapter.index,
    color: chapterColorOf(chapter),
    label: number === null ? '' : String(number),
    day: number === null || chapter.day === null ? '' : String(chapter.day.number),
    isSuggested: number === null,
  },
  geometry: { type: 'Point', coordinates: [stop.coordinates.longitude, stop.coordinates.latitude] },
});

/** Line over the accepted stops of a day that have a location; fewer than two positions when the day has no route. */
function pathOf({ day, entries }: Chapter, ways: StreetLegs): Position[] {
  if (!day) return [];
  const lineOf = (from: Coordinates, to: Coordinates) => ways.get(legKey(from, to))?.line ?? null;
  return routeOver(pointsOf(entries), lineOf);
}
const isOnWay = (entry: Entry): boolean => isAccepted(entry) && entry.stop.isLocated;
const pointsOf = (entries: readonly Entry[]): Coordinates[] => entries.filter(isOnWay).map(({ stop }) => stop.coordinates);

/** Points of each day with a route, for requests of street routes. */
export const waypointsOf = (chapters: readonly Chapter[]): Coordinates[][] => chapters.filter(hasRoute).map(({ entries }) => pointsOf(entries));

/** True for a day with at least two accepted stops that have a location. */
export const hasRoute = ({ day, entries }: Chapter): boolean => day !== null && entries.filter(isOnWay).length > 1;

const withPath = (chapters: readonly Chapter[], ways: StreetLegs) =>
  chapters.map((chapter) => ({ chapter, path: pathOf(chapter, ways) })).filter(({ path }) => path.length > 1);

/** Longest diagonal of a day's bounding box, kilometres. The map shows no area for a longer day. */
const farthest = 60;
/** Margin around the stops of an area: share of their extent, and minimum in kilometres. */
const roomShare = 0.12;
const leastRoom = 0.15;

const cornerOf = ({ lat: latitude, lng: longitude }: MapBounds['southWest']): Coordinates => ({ latitude, longitude });

/** Areas around the stops of each day with a route, unless their bounding box has a diagonal longer than `farthest`. */
function areasOf(chapters: readonly Chapter[]): Feature<Polygon, RouteProperties>[] {
  return chapters.filter(hasRoute).flatMap((chapter) => {
    const points = pointsOf(chapter.entries);
    const bounds = boundsAround(points);
    const apart = bounds ? kilometresBetween(cornerOf(bounds.southWest), cornerOf(bounds.northEast)) : 0;
    if (apart > farthest) return [];
    const hull = hullAround(points, Math.max(leastRoom, apart * roomShare));
    const properties = { chapter: chapter.index, color: chapterColorOf(chapter) };
    return [{ type: 'Feature' as const, properties, geometry: { type: 'Polygon' as const, coordinates: [hull] } }];
  });
}

const collection = <F extends Feature>(features: F[]) => ({ type: 'FeatureCollection' as const, features });

export function storyMapData(chapters: readonly Chapter[], ways: StreetLegs = noStreetLegs): StoryMapData {
  const stops = withLocatedStops(chapters).flatMap((chapter) => chapter.entries.map((entry) => stopFeature(chapter, entry)));
  const routes = withPath(chapters, ways).map(
    ({ chapter, path }): Feature<LineString, RouteProperties> => ({
      type: 'Feature',
      properties: { chapter: chapter.index, color: chapterColorOf(chapter) },
      geometry: { type: 'LineString', coordinates: path },
    }),
  );
  const bridges = bridgesOf(chapters).map(
    ([from, to]): Feature<LineString, null> => ({
      type: 'Feature',
      properties: null,
      geometry: { type: 'LineString', coordinates: routeOver([from.coordinates, to.coordinates]) },
    }),
  );
  return { stops: collection(stops), routes: collection(routes), areas: collection(areasOf(chapters)), bridges: collection(bridges) };
}

/** Stops within a part of the map in story order; a stop of two days occurs twice. */
export const stopsWithin = ({ stops }: StoryMapData, isWithin: (at: MapMarker['at']) => boolean): MapMarker[] =>
  stops.features.flatMap(({ properties: { key }, geometry: { coordinates } }) => {
    const [longitude = 0, latitude = 0] = coordinates;
    return isWithin([longitude, latitude]) ? [{ id: key, at: [longitude, latitude] }] : [];
  });

/** Animated routes of the days in sequence, with durations in proportion to their length. */
export function journeysOf(chapters: readonly Chapter[], ways: StreetLegs = noStreetLegs): Journey[] {
  const paths = withPath(chapters, ways);
  const total = paths.reduce((sum, { chapter }) => sum + chapter.kilometres, 0);
  let done = 0;
  return paths.map(({ chapter, path }) => {
    const start = total > 0 ? done / total : 0;
    const share = total > 0 ? chapter.kilometres / total : 1;
    done += chapter.kilometres;
    return { chapter: chapter.index, color: chapterColorOf(chapter), path, progress: progressAlong(path).map((along) => start + along * share) };
  });
}

/** Bounds of a chapter, or of the whole story without a key. */
export function boundsOfStory(chapters: readonly Chapter[], key: string | null): MapBounds | null {
  const visibleChapters = key === null ? chapters : chapters.filter((chapter) => chapter.key === key);
  return boundsAround(withLocatedStops(visibleChapters).flatMap(({ entries }) => entries.map(({ stop }) => stop.coordinates)));
}
