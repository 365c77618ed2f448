import { kilometresAlong, kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { shortestRouteKilometres } from '../planning/schedule.ts';
import type { Atlas, Category, Point } from '../world/atlas.ts';
import type { TurnResult } from './run-conversation.ts';
import type { ToolStop, ToolStory } from './tools-in-memory.ts';

/** A condition on an answer; returns the violations in words. */
export type Check = (told: TurnResult, atlas: Atlas) => string[];

const real = (story: ToolStory, atlas: Atlas): ToolStop[] => {
  const points = atlas.cities.flatMap(({ points: all }) => all);
  return story.stops.filter(({ place, title }) => {
    if (place.source === 'GAZETTEER') return false;
    return !points.some(
      ({ name, coordinates }) =>
        name === place.name && name.startsWith(title.slice(0, 100)) && kilometresBetween(coordinates, place.coordinates) < 0.01,
    );
  });
};

const pointOfStop = (atlas: Atlas, { place }: ToolStop): Point | undefined =>
  atlas.cities
    .flatMap(({ points }) => points)
    .find(({ name, coordinates }) => name === place.name && kilometresBetween(coordinates, place.coordinates) < 0.01);

/** Names in the lists of an answer that belong to no stop, city or point: inventions of the model. */
function invented({ reply, after }: TurnResult, atlas: Atlas): string[] {
  const known = new Set(atlas.cities.flatMap(({ points, name }) => [name, ...points.map((point) => point.name)]));
  for (const stop of after?.stops ?? []) known.add(stop.title).add(stop.place.name);
  return [...reply.matchAll(/^- \*\*(.+?)\*\*[,:]/gm)].map(([, name = '']) => name).filter((name) => !known.has(name) && !/^Day \d+$/.test(name));
}

export const routeKilometres = (stops: readonly { coordinates: Coordinates }[]): number =>
  kilometresAlong(stops.map(({ coordinates }) => coordinates));

const placesOfDay = ({ stops }: ToolStory, dayId: string): ToolStop['place'][] =>
  stops.filter((stop) => stop.dayId === dayId).map(({ place }) => place);

/**
 * Checks of every answer: at most 40 calls and none refused, only real and unique places. Names are not invented, and routes are at most 20 % above
 * the shortest.
 */
export const checkEveryAnswer: Check = (told, atlas) => {
  const said: string[] = [];
  const { after, calls, reply } = told;
  const failed = calls.filter((call) => call.failed);
  if (failed.length > 0) said.push(`refused: ${JSON.stringify(failed[0])}`);
  if (calls.length > 40) said.push(`${calls.length} calls`);
  if (reply.trim() === '' || /undefined|null|NaN|\[object/.test(reply)) said.push(`reply: ${reply}`);
  if (reply.length > 2_500) said.push(`a reply of ${reply.length} letters`);
  const made = invented(told, atlas);
  if (made.length > 0) said.push(`made up: ${made.join()}`);
  if (!after) return said;
  const unreal = real(after, atlas);
  if (unreal.length > 0) said.push(`no real place: ${unreal.map(({ title }) => title).join()}`);
  if (new Set(after.stops.map(({ place }) => place.id)).size < after.stops.length) said.push('a place twice');
  for (const day of after.days) {
    const places = placesOfDay(after, day.id);
    const [way, best] = [routeKilometres(places), shortestRouteKilometres(places)];
    if (way > best * 1.2 + 0.01) said.push(`way of ${day.title}: ${way.toFixed(1)} km, best ${best.toFixed(1)}`);
  }
  return said;
};

/** An itinerary with this number of days is created, with at least `least` stops, in exactly these cities. The reply contains its title. */
export const createsItinerary =
  ({ cities, days, least = 1 }: { cities: readonly string[]; days: number; least?: number }): Check =>
  ({ before, after, reply }, atlas) => {
    if (!after || after.id === before?.id) return [`no itinerary: ${reply.slice(0, 120)}`];
    const visited = [...new Set(after.stops.map((stop) => pointOfStop(atlas, stop)?.key.split('/')[0] ?? '?'))];
    return [
      ...(after.days.length === days ? [] : [`${after.days.length} days instead of ${days}`]),
      ...(JSON.stringify([...visited].sort()) === JSON.stringify([...cities].sort()) ? [] : [`in ${visited.join()} instead of ${cities.join()}`]),
      ...(after.stops.length >= least ? [] : [`only ${after.stops.length} stops`]),
      ...(reply.includes(after.title) ? [] : ['the reply does not name it']),
    ];
  };

/** At least 60 % of the stops are of these kinds, where the cities have enough of them. */
export const mostStopsAreOf =
  (...kinds: readonly Category[]): Check =>
  ({ after }, atlas) => {
    const stops = (after?.stops ?? []).map((stop) => pointOfStop(atlas, stop));
    const slugs = new Set(stops.map((point) => point?.key.split('/')[0]));
    const available = atlas.cities
      .filter(({ slug }) => slugs.has(slug))
      .flatMap(({ points }) => points)
      .filter(({ category }) => kinds.includes(category)).length;
    const suiting = stops.filter((point) => point && kinds.includes(point.category)).length;
    const needed = Math.min(available, Math.ceil(stops.length * 0.6));
    return suiting >= needed ? [] : [`${suiting} of ${stops.length} are of ${kinds.join()}, ${needed} were there`];
  };

/** None of the stops is of these kinds. */
export const noStopIsOf =
  (...kinds: readonly Category[]): Check =>
  ({ after }, atlas) =>
    (after?.stops ?? [])
      .filter((stop) => kinds.includes(pointOfStop(atlas, stop)?.category ?? ('nature' as Category)) && pointOfStop(atlas, stop))
      .map(({ title }) => `has ${title}`);

export const hasPlaces =
  (...names: readonly string[]): Check =>
  ({ after }) =>
    names.filter((name) => !after?.stops.some(({ place }) => place.name.includes(name))).map((name) => `lacks ${name}`);

export const hasNoPlaces =
  (...names: readonly string[]): Check =>
  ({ after }) =>
    names.filter((name) => after?.stops.some(({ place }) => place.name.includes(name))).map((name) => `has ${name}`);

/** Each day has at least one stop and at most this many. */
export const hasAtMostStopsPerDay =
  (most: number): Check =>
  ({ after }) =>
    (after?.days ?? []).flatMap(({ id, title }) => {
      const count = after?.stops.filter(({ dayId }) => dayId === id).length ?? 0;
      return count >= 1 && count <= most ? [] : [`${count} stops on ${title}`];
    });

/** The model writes nothing, and its reply matches these patterns. */
export const repliesWithoutChange =
  (...patterns: readonly RegExp[]): Check =>
  ({ before, after, reply }) => [
    ...(JSON.stringify(before) === JSON.stringify(after) ? [] : ['something was changed']),
    ...patterns.filter((pattern) => !pattern.test(reply)).map((pattern) => `does not say ${pattern}: ${reply.slice(0, 200)}`),
  ];

export const replyMatches =
  (...patterns: readonly RegExp[]): Check =>
  ({ reply }) =>
    patterns.filter((pattern) => !pattern.test(reply)).map((pattern) => `does not say ${pattern}: ${reply.slice(0, 200)}`);

const ofDay = (story: ToolStory | null, number: number): ToolStop[] => {
  const day = story?.days[number - 1];
  return story?.stops.filter(({ dayId }) => dayId === day?.id) ?? [];
};
const withoutOrder = (stops: readonly ToolStop[]): string => JSON.stringify([...stops].sort((a, b) => (a.id < b.id ? -1 : 1)));

/** Only these days changed, and nothing else. */
export const changesOnly =
  (...numbers: readonly number[]): Check =>
  ({ before, after }) => {
    const days = Math.max(before?.days.length ?? 0, after?.days.length ?? 0);
    const others = Array.from({ length: days }, (_, at) => at + 1).filter((number) => !numbers.includes(number));
    return [
      ...(before?.id === after?.id && before?.title === after?.title && before?.days.length === after?.days.length
        ? []
        : ['the itinerary itself changed']),
      ...others
        .filter((number) => JSON.stringify(ofDay(before, number)) !== JSON.stringify(ofDay(after, number)))
        .map((number) => `day ${number} changed`),
    ];
  };

/** The number of stops changes by this many, on a day or in all; the remaining stops are unchanged. */
export const changesStopCount =
  ({ added = 0, removed = 0, day }: { added?: number; removed?: number; day?: number }): Check =>
  ({ before, after }) => {
    const [was, is] = day === undefined ? [before?.stops ?? [], after?.stops ?? []] : [ofDay(before, day), ofDay(after, day)];
    const gone = was.filter(({ id }) => !is.some((stop) => stop.id === id));
    const come = is.filter(({ id }) => !was.some((stop) => stop.id === id));
    const stay = (stops: readonly ToolStop[]): ToolStop[] =>
      stops.filter(({ id }) => was.some((stop) => stop.id === id) && is.some((stop) => stop.id === id));
    return [
      ...(gone.length === removed ? [] : [`${gone.length} gone instead of ${removed}`]),
      ...(come.length === added ? [] : [`${come.length} new instead of ${added}`]),
      ...(withoutOrder(stay(was)) === withoutOrder(stay(is)) ? [] : ['what stayed was changed']),
    ];
  };

/** The stays of a day are longer, and no stop was added. */
export const hasLongerStays =
  (day: number): Check =>
  ({ before, after }) => {
    const [was, is] = [ofDay(before, day), ofDay(after, day)];
    const shorter = is.filter(({ id, durationMinutes }) => (durationMinutes ?? 0) <= (was.find((stop) => stop.id === id)?.durationMinutes ?? 0));
    return [...(is.length > 0 && is.length <= was.length ? [] : ['stops came']), ...shorter.map(({ title }) => `${title} is not longer`)];
  };

/** New stops are of these kinds. */
export const newStopsAreOf =
  (...kinds: readonly Category[]): Check =>
  ({ before, after }, atlas) => {
    const come = (after?.stops ?? []).filter(({ id }) => !before?.stops.some((stop) => stop.id === id));
    return come
      .filter((stop) => !kinds.includes(pointOfStop(atlas, stop)?.category ?? ('none' as Category)))
      .map(({ title }) => `${title} is none of ${kinds.join()}`);
  };

export const hasDayCount =
  (count: number): Check =>
  ({ after }) =>
    after?.days.length === count ? [] : [`${after?.days.length} days instead of ${count}`];
