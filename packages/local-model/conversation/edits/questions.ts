import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { routeKilometres } from '../../planning/schedule.ts';
import { countOf, failureReason, joinWithAnd } from '../../understanding/plain-text.ts';
import { categoriesForChildren } from '../../understanding/vocabulary.ts';
import type { City, Point } from '../../world/atlas.ts';
import { lookUpPoints } from '../references.ts';
import { callTools, type Script, type Session } from '../session.ts';
import { type Story, stopsOf } from '../story.ts';
import { type DistanceOrigin, distanceOriginOf } from './add.ts';
import { dayNumbered, type EditingSession, kilometresToNearest, numberOfDay, storyCities, unusedPoints } from './remove.ts';

const nearby = 2.5;
const most = 4;

/** Lists the sights near a place. */
export function* listSightsNear(session: Session, words: string, cities: readonly City[]): Script {
  const reference = yield* distanceOriginOf(session, words, cities);
  return typeof reference === 'string' ? reference : yield* nearestTo(session, reference, cities);
}

/** Lists the sights near the stops of a day. */
export function* listSightsNearDay(session: EditingSession, number: number): Script {
  const target = dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  const stops = stopsOf(session.story, target.day.id);
  if (stops.length === 0) return `Day ${target.number} has no stops yet, so nothing is near it.`;
  const keys = stops.flatMap(({ point }) => point?.key ?? []);
  const reference = { name: `day ${target.number}`, keys, far: (place: { coordinates: Coordinates }) => kilometresToNearest(place, stops) };
  return yield* nearestTo(session, reference, storyCities(session));
}

function* nearestTo(session: Session, reference: DistanceOrigin, cities: readonly City[]): Script {
  const others = (cities.length > 0 ? cities : session.atlas.cities)
    .flatMap(({ points }) => points)
    .filter(({ key }) => !reference.keys.includes(key));
  const nearest = [...others].sort((a, b) => reference.far(a) - reference.far(b)).slice(0, most);
  const within = nearest.filter((point) => reference.far(point) <= nearby);
  const known = yield* lookUpPoints(session, within.length > 0 ? within : nearest.slice(0, 1));
  if (known.length === 0) return `I know nothing near ${reference.name}.`;
  const lines = known.map((point) => `- **${point.name}**, ${distance(reference.far(point))}: ${point.about}`);
  const head =
    within.length > 0
      ? `Near **${reference.name}**, as the crow flies:`
      : `Nothing that I know is within a walk of **${reference.name}**; the nearest is:`;
  return `${head}\n\n${lines.join('\n')}${session.story && !session.story.isForeign ? '\n\nSay “add” and a name, and I put it in.' : ''}`;
}

/** Lists sights that are not in the itinerary. */
export function* listOtherSights(session: EditingSession): Script {
  const known = yield* lookUpPoints(session, unusedPoints(session).slice(0, 6));
  const names = joinWithAnd(storyCities(session).map(({ name }) => name));
  if (known.length === 0) return `I know no more places${names ? ` in ${names}` : ''}: all of them are in it.`;
  return `Not in it yet${names ? `, in ${names}` : ''}:\n\n${known.map(({ name, about }) => `- **${name}**: ${about}`).join('\n')}${session.story.isForeign ? '' : '\n\nSay “add” and a name, and I put it in.'}`;
}

/** Lists the stops that suit children, judged by their kind. */
export function* listStopsForChildren({ story }: EditingSession): Script {
  const fitting = story.stops.flatMap(({ title, dayId, point }) =>
    point && categoriesForChildren.includes(point.category) ? [{ title, dayId, point }] : [],
  );
  if (fitting.length === 0) return 'I know of no stop here that is made for children: none is a park, a garden, a beach or a view.';
  const lines = fitting.slice(0, 8).map(({ title, dayId, point }) => `- **${title}**, day ${numberOfDay(story, dayId)}: ${point.about}`);
  return `Good with children, by what kind of place they are:\n\n${lines.join('\n')}`;
}

/** Lists places to eat near the stops of a day. */
export function* listPlacesToEat(session: EditingSession, number: number | null): Script {
  const target = number === null ? null : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  const stops = target ? stopsOf(session.story, target.day.id) : session.story.stops;
  const cities = storyCities(session);
  const where = target ? `the stops of day ${target.number}` : 'your stops';
  const far = (point: Point): number => (stops.length > 0 ? kilometresToNearest(point, stops) : 0);
  const eateries = cities.flatMap(({ points }) => points).filter(({ category }) => category === 'food' || category === 'market');
  const near = eateries.filter((point) => far(point) <= nearby).sort((a, b) => far(a) - far(b));
  const known = yield* lookUpPoints(session, near.slice(0, 3));
  if (known.length === 0) return `I know no place to eat near ${where}, and I will not guess one.`;
  return `Near ${where} I know:\n\n${known.map((point) => `- **${point.name}**, ${distance(far(point))}: ${point.about}`).join('\n')}`;
}

const distance = (kilometres: number): string =>
  kilometres < 1 ? `${Math.max(50, Math.round(kilometres * 20) * 50)} m` : `${kilometres.toFixed(1)} km`;

/** Summarises the plan. */
export function* summarisePlan({ story }: EditingSession, number: number | null): Script {
  const days = number === null ? story.days.map((day, at) => ({ day, number: at + 1 })) : [dayNumbered(story, number)];
  const lines = days.map((day) => (typeof day === 'string' ? day : line(story, day.day.id, day.number)));
  return number === null ? `**${story.title}**, ${countOf(story.stops.length, 'stop')}:\n\n${lines.join('\n')}` : lines.join('\n');
}

function line(story: Story, dayId: string, number: number): string {
  const stops = stopsOf(story, dayId);
  return `- **Day ${number}** · ${stops.length === 0 ? 'nothing yet' : `${stops.map(({ title }) => title).join(' → ')} (${routeKilometres(stops).toFixed(1)} km)`}`;
}

/** Reorders days by the shortest route. */
export function* reorderDays(session: EditingSession, number: number | null): Script {
  const target = number === null ? null : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  const days = target ? [target.day] : session.story.days.filter((day) => stopsOf(session.story, day.id).length > 2);
  if (days.length === 0) return 'No day has enough stops to be put in another order.';
  const answers = yield* callTools(
    session,
    days.map((day) => ({ name: 'optimize_route', args: { itineraryId: session.story.id, dayId: day.id, freeStart: true, freeEnd: true } })),
  );
  const lines = answers.map(({ result, problem }, at) => {
    const dayNumber = session.story.days.findIndex(({ id }) => id === days[at]?.id) + 1;
    if (typeof result?.kmBefore !== 'number' || typeof result.kmAfter !== 'number') return `- Day ${dayNumber}: ${failureReason(problem)}`;
    const isShorter = result.kmAfter < result.kmBefore - 0.05;
    return `- Day ${dayNumber}: ${isShorter ? `${result.kmAfter.toFixed(1)} km instead of ${result.kmBefore.toFixed(1)} km` : `already as short as it can be, ${result.kmAfter.toFixed(1)} km`}`;
  });
  return `As the crow flies:\n\n${lines.join('\n')}`;
}
