import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { apart, kilometresOf, shortestWay } from '../../planning/walk.ts';
import { lastDay } from '../../understanding/edit.ts';
import { pointsNamedIn } from '../../understanding/points-named.ts';
import { type City, cityOf, type Point } from '../../world/atlas.ts';
import type { AnsweredCall } from '../messages.ts';
import { citiesOfStory } from '../references.ts';
import { callTools, type Session, type Step } from '../session.ts';
import { type Story, type StoryDay, type StoryStop, stopsOf } from '../story.ts';

/** A session with an itinerary to change. */
export interface Editing extends Session {
  story: Story;
}

/** A day with its number. */
export interface NumberedDay {
  day: StoryDay;
  number: number;
}

/** The day that a number names; words when there is none. */
export function dayNumbered({ days }: Story, number: number): NumberedDay | string {
  const at = number === lastDay ? days.length - 1 : number - 1;
  const day = days[at];
  if (day) return { day, number: at + 1 };
  return days.length === 0 ? 'The itinerary has no days yet.' : `There is no day ${number}: the itinerary has ${days.length}.`;
}

export const numberOfDay = ({ days }: Story, dayId: string): number => days.findIndex(({ id }) => id === dayId) + 1;

/** Cities that a story is in; those that it was planned for when nothing of it is left. */
export function storyCities({ atlas, story, planned }: Pick<Editing, 'atlas' | 'story' | 'planned'>): City[] {
  const cities = citiesOfStory(atlas, story);
  if (cities.length > 0) return cities;
  const slugs = [
    ...(planned?.legs ?? []).flatMap(({ destination }) => (destination.kind === 'city' ? [destination.slug] : [])),
    ...(story.gone ?? []).map((key) => key.split('/')[0] ?? ''),
  ];
  return [...new Set(slugs)].flatMap((slug) => cityOf(atlas, slug) ?? []);
}

/** Points of the story's cities that are not in it. */
export function unusedPoints({ atlas, story, planned, text }: Editing): Point[] {
  const used = new Set(story.stops.flatMap(({ point }) => point?.key ?? []));
  const avoided = planned?.avoid.keys ?? [];
  const named = pointsNamedIn(text, atlas).map(({ key }) => key);
  const gone = new Set((story.gone ?? []).filter((key) => !named.includes(key)));
  return storyCities({ atlas, story, planned })
    .flatMap(({ points }) => points)
    .filter(({ key }) => !used.has(key) && !gone.has(key) && (!avoided.includes(key) || named.includes(key)));
}

export const farFrom = (point: { coordinates: Coordinates }, stops: readonly { coordinates: Coordinates }[]): number =>
  Math.min(...stops.map((stop) => apart(point, stop)));

/** The day whose stops a place is nearest to; among empty ones the first. */
export function dayNearest(story: Story, point: { coordinates: Coordinates }): NumberedDay | null {
  const rated = story.days.map((day, at) => ({
    day,
    number: at + 1,
    far: farFrom(point, stopsOf(story, day.id)),
    count: stopsOf(story, day.id).length,
  }));
  const [best] = rated.sort((a, b) => a.far - b.far || a.count - b.count);
  return best ?? null;
}

/** So much longer than the shortest, the way of a day is put in order anew. */
const tooLong = 1.15;

/** Has a day put in order when what was changed made its way much longer than it must be. */
export function* keepShort(session: Editing, dayId: string): Generator<Step, void, readonly AnsweredCall[]> {
  const stops = stopsOf(session.story, dayId);
  if (stops.length < 3 || stops.length > 10 || !session.tools.has('optimize_route')) return;
  if (kilometresOf(stops) <= shortestWay(stops) * tooLong) return;
  yield* callTools(session, [{ name: 'optimize_route', args: { itineraryId: session.story.id, dayId, freeStart: true, freeEnd: true } }]);
}

/** What a stop is called in an answer. */
export const bold = ({ title }: Pick<StoryStop, 'title'>): string => `**${title}**`;
