import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { kilometresApart, routeKilometres, shortestRouteKilometres } from '../../planning/schedule.ts';
import { pointsNamedIn } from '../../understanding/destinations.ts';
import { type Direction, lastDayNumber } from '../../understanding/edit.ts';
import { countOf, joinWithAnd } from '../../understanding/plain-text.ts';
import { isPlural, namesKind } from '../../understanding/vocabulary.ts';
import { type City, cityOf, type Point } from '../../world/atlas.ts';
import { nearestOn, riverOf } from '../../world/rivers.ts';
import { citiesOfStory, matchingPoints, matchingStops, stopsOfKind } from '../references.ts';
import { type AnsweredCall, callTools, type Script, type Session, type Step } from '../session.ts';
import { type Story, type StoryDay, type StoryStop, stopsOf } from '../story.ts';
import { callRemoveStop } from './add.ts';

/** Removes a stop, or all stops of a kind when the user means several. */
export function* removeStops(session: EditingSession, { thing, day: number }: { thing: string; day: number | null }): Script {
  const target = number === null ? null : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  if (thing === '' && !target) return 'What shall I take out?';
  if (/^day$|^days?\b/.test(thing) || (thing === '' && target))
    return 'I cannot take whole days away; on the page of the itinerary you can. I can take single stops out, or move them to other days.';
  const dayId = target?.day.id ?? null;
  const isEvery = /^(everything|stops?|anything)$/.test(thing) && /\b(all|every|everything)\b/.test(session.text.toLowerCase());
  if (isEvery) return yield* removed(session, target ? stopsOf(session.story, target.day.id) : session.story.stops);
  const isAll =
    (isPlural(thing) || /\b(all|every|any)\b/.test(session.text.toLowerCase()) || /^(everything|anything|stops?)$/.test(thing)) && namesKind(thing);
  const meant = isAll ? stopsOfKind(session.story, thing, dayId) : matchingStops(session.story, thing, dayId);
  const parts = thing.split(/,| and /).map((part) => matchingStops(session.story, part.trim().replace(/^the /, ''), dayId));
  if (!isAll && parts.length > 1 && parts.every((part) => part.length === 1)) return yield* removed(session, [...new Set(parts.flat())]);
  if (meant.length === 0) return `I see no “${thing}”${target ? ` on day ${target.number}` : ''} in the itinerary, so I changed nothing.`;
  if (meant.length > 1 && !isAll) return `Which one do you mean: ${meant.map(boldTitle).join(' or ')}?`;
  return yield* removed(session, meant);
}

/** Removes the stops on one side of a river or a place. */
export function* removeSide(
  session: EditingSession,
  { direction, of, day: number }: { direction: Direction; of: string; day: number | null },
): Script {
  const target = number === null ? null : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  const line = lineOf(session, of);
  if (typeof line === 'string') return line;
  const stops = target ? stopsOf(session.story, target.day.id) : session.story.stops;
  const beyond = stops.filter((stop) => isBeyond(stop.coordinates, line.nearest(stop.coordinates), direction));
  if (beyond.length === 0) return `Nothing in the itinerary lies ${direction} of ${line.name}, so I changed nothing.`;
  if (beyond.length === session.story.stops.length)
    return `All ${countOf(beyond.length, 'stop')} are ${direction} of ${line.name}: nothing would be left, so I changed nothing. Say *remove all stops* if you mean it.`;
  return yield* removed(session, beyond, ` ${direction} of ${line.name}`);
}

interface Line {
  name: string;
  nearest: (at: Coordinates) => Coordinates;
}

/** The river or place from which `north of` and the like are measured; a text for the user when it is unknown. */
function lineOf({ atlas, story, planned }: EditingSession, of: string): Line | string {
  const cities = storyCities({ atlas, story, planned });
  const [city] = cities;
  if (/\b(river|canal|water)\b/.test(of) || cities.some(({ slug }) => riverOf(slug)?.name.toLowerCase() === of)) {
    const river = cities.map(({ slug }) => riverOf(slug)).find((one) => one !== null);
    return river
      ? { name: `the ${river.name}`, nearest: (at) => nearestOn(river, at) }
      : `I do not know where the river runs${city ? ` in ${city.name}` : ''}, so I changed nothing. Name the stops, and I take them out.`;
  }
  if (/^(city )?(cent(re|er)|middle|downtown)$/.test(of) && city) return { name: 'the centre', nearest: () => city.coordinates };
  const [stop] = matchingStops(story, of, null);
  const [point] = matchingPoints(
    cities.flatMap(({ points }) => points),
    of,
  );
  const at = stop?.coordinates ?? point?.coordinates;
  return at
    ? { name: stop?.title ?? point?.name ?? of, nearest: () => at }
    : `I do not know “${of}” in ${city?.name ?? 'this itinerary'}, so I changed nothing.`;
}

/** Tolerance within which a stop lies on the line and on neither side, degrees: about 20 m. */
const atIt = 0.0002;

function isBeyond(at: Coordinates, line: Coordinates, direction: Direction): boolean {
  switch (direction) {
    case 'north':
      return at.latitude - line.latitude > atIt;
    case 'south':
      return line.latitude - at.latitude > atIt;
    case 'east':
      return at.longitude - line.longitude > atIt;
    case 'west':
      return line.longitude - at.longitude > atIt;
    default:
      return direction satisfies never;
  }
}

function* removed(session: EditingSession, stops: readonly StoryStop[], where = ''): Script {
  const names = joinWithAnd(stops.map(boldTitle));
  const outcome = yield* callRemoveStop(
    session,
    stops.map(({ id }) => id),
  );
  if (outcome === 'impossible')
    return `That is ${names}${where}. I cannot take stops away myself: decline or remove ${stops.length === 1 ? 'it on its card' : 'them on their cards'}.`;
  return `I took out ${names}${where}. ${countOf(session.story.stops.length, 'stop')} ${session.story.stops.length === 1 ? 'is' : 'are'} left.`;
}

/** A session with an itinerary to change. */
export interface EditingSession extends Session {
  story: Story;
}

/** A day with its number, from 1. */
export interface NumberedDay {
  day: StoryDay;
  number: number;
}

/** Finds a day by its number; returns a text for the user when the story has no such day. */
export function dayNumbered({ days }: Story, number: number): NumberedDay | string {
  const at = number === lastDayNumber ? days.length - 1 : number - 1;
  const day = days[at];
  if (day) return { day, number: at + 1 };
  return days.length === 0 ? 'The itinerary has no days yet.' : `There is no day ${number}: the itinerary has ${days.length}.`;
}

export const numberOfDay = ({ days }: Story, dayId: string): number => days.findIndex(({ id }) => id === dayId) + 1;

/** Cities of a story; for a story without known stops, those of its trip request and of its removed points. */
export function storyCities({ atlas, story, planned }: Pick<EditingSession, 'atlas' | 'story' | 'planned'>): City[] {
  const cities = citiesOfStory(atlas, story);
  if (cities.length > 0) return cities;
  const slugs = [
    ...(planned?.legs ?? []).flatMap(({ destination }) => (destination.kind === 'city' ? [destination.slug] : [])),
    ...(story.gone ?? []).map((key) => key.split('/')[0] ?? ''),
  ];
  return [...new Set(slugs)].flatMap((slug) => cityOf(atlas, slug) ?? []);
}

/** Points in the cities of the story that the story does not contain. Avoided and removed points are left out, unless the message names them. */
export function unusedPoints({ atlas, story, planned, text }: EditingSession): Point[] {
  const used = new Set(story.stops.flatMap(({ point }) => point?.key ?? []));
  const avoided = planned?.avoid.keys ?? [];
  const named = pointsNamedIn(text, atlas).map(({ key }) => key);
  const gone = new Set((story.gone ?? []).filter((key) => !named.includes(key)));
  return storyCities({ atlas, story, planned })
    .flatMap(({ points }) => points)
    .filter(({ key }) => !used.has(key) && !gone.has(key) && (!avoided.includes(key) || named.includes(key)));
}

export const kilometresToNearest = (point: { coordinates: Coordinates }, stops: readonly { coordinates: Coordinates }[]): number =>
  Math.min(...stops.map((stop) => kilometresApart(point, stop)));

/** The day with the stop nearest to a place; the first day when all days are empty, null when the story has no day. */
export function dayNearest(story: Story, point: { coordinates: Coordinates }): NumberedDay | null {
  const rated = story.days.map((day, at) => ({
    day,
    number: at + 1,
    far: kilometresToNearest(point, stopsOf(story, day.id)),
    count: stopsOf(story, day.id).length,
  }));
  const [best] = rated.sort((a, b) => a.far - b.far || a.count - b.count);
  return best ?? null;
}

/** Maximum ratio of a day's route to the shortest route; above it the day is reordered. */
const tooLong = 1.15;

/** Reorders a day when an edit made its route much longer than necessary. */
export function* shortenRouteOfDay(session: EditingSession, dayId: string): Generator<Step, void, readonly AnsweredCall[]> {
  const stops = stopsOf(session.story, dayId);
  if (stops.length < 3 || stops.length > 10 || !session.tools.has('optimize_route')) return;
  if (routeKilometres(stops) <= shortestRouteKilometres(stops) * tooLong) return;
  yield* callTools(session, [{ name: 'optimize_route', args: { itineraryId: session.story.id, dayId, freeStart: true, freeEnd: true } }]);
}

/** Title of a stop in bold Markdown. */
export const boldTitle = ({ title }: Pick<StoryStop, 'title'>): string => `**${title}**`;
