import { arrange } from '../../planning/arrange.ts';
import { kilometresApart, scheduleVisits, shortestRouteKilometres, startOfDayMinutes, stayMinutes, type Visit } from '../../planning/schedule.ts';
import { countOf, failureReason, joinWithAnd } from '../../understanding/plain-text.ts';
import { bestInterestFit } from '../../understanding/vocabulary.ts';
import type { Point } from '../../world/atlas.ts';
import { dayTitle, paceOf } from '../plan-trip.ts';
import { lookUpPoints } from '../references.ts';
import { type Call, callTools, type Script, type Session } from '../session.ts';
import { type StoryStop, stopsOf } from '../story.ts';
import { addStopCall, callRemoveStop } from './add.ts';
import {
  boldTitle,
  dayNumbered,
  type EditingSession,
  kilometresToNearest,
  type NumberedDay,
  shortenRouteOfDay,
  storyCities,
  unusedPoints,
} from './remove.ts';

const longer = 1.4;
/** Maximum number of stops on a slow day. */
const slowDay = 3;

const daysMeant = (session: EditingSession, number: number | null): NumberedDay[] | string => {
  if (number === null) return session.story.days.map((day, at) => ({ day, number: at + 1 }));
  const day = dayNumbered(session.story, number);
  return typeof day === 'string' ? day : [day];
};

const inWords = (days: readonly NumberedDay[], all: boolean): string =>
  all ? 'All days' : `Day ${joinWithAnd(days.map(({ number }) => String(number)))}`;

/** Slows days down with longer stays. Each day with more than `slowDay` stops also loses one, if the request offers a tool that removes stops. */
export function* slowDown(session: EditingSession, number: number | null): Script {
  const days = daysMeant(session, number);
  if (typeof days === 'string') return days;
  const surplus = session.tools.has('remove_stop') ? days.flatMap(({ day }) => leastOf(session, stopsOf(session.story, day.id))) : [];
  if (surplus.length > 0)
    yield* callRemoveStop(
      session,
      surplus.map(({ id }) => id),
    );
  const stops = days.flatMap(({ day }) => stopsOf(session.story, day.id));
  if (stops.length === 0) return `${inWords(days, number === null)} could not be slower: there is nothing planned.`;
  const calls: Call[] = stops.map((stop) => ({
    name: 'update_stop',
    args: { itineraryId: session.story.id, stopId: stop.id, durationMinutes: Math.ceil((minutesAt(stop) * longer) / 5) * 5 },
  }));
  const answers = yield* callTools(session, calls.slice(0, 30));
  const done = answers.filter(({ result }) => result !== null).length;
  if (done === 0) return `I could not change it: ${failureReason(answers[0]?.problem)}.`;
  const left =
    surplus.length > 0
      ? ` I took out ${joinWithAnd(surplus.map(boldTitle))}.`
      : stops.length > slowDay * days.length
        ? ' To make more room, decline the stop that you would miss least.'
        : '';
  return `${inWords(days, number === null)} ${days.length === 1 ? 'is' : 'are'} slower now: you have more time at ${countOf(done, 'stop')}.${left}`;
}

const minutesAt = (stop: StoryStop): number => stop.minutes ?? (stop.point ? stayMinutes(stop.point, 'usual') : 60);

/** The stop to remove from a day with more than `slowDay` stops: long detour, few requested interests. */
function leastOf({ planned }: EditingSession, stops: readonly StoryStop[]): StoryStop[] {
  if (stops.length <= slowDay) return [];
  const way = shortestRouteKilometres(stops);
  const missed = (stop: StoryStop): number => {
    const fit = stop.point && planned ? bestInterestFit(stop.point, planned.interests) * 3 + Number(planned.must.includes(stop.point.key)) * 100 : 0;
    return fit - (way - shortestRouteKilometres(stops.filter((other) => other !== stop)));
  };
  return [stops.reduce((least, stop) => (missed(stop) < missed(least) ? stop : least))];
}

/** Maximum number of stops that one message adds to several days; a single day gets at most two. */
const mostAdded = 12;
/** Largest distance between an added point and the nearest stop of its day, kilometres. */
const reach = 12;

/** Adds stops near those of a day; without a day number, to all days with few stops. */
export function* fillDays(session: EditingSession, number: number | null): Script {
  const days = daysMeant(session, number);
  if (typeof days === 'string') return days;
  const plan = additions(session, days, number === null ? fullDay(session) : Number.POSITIVE_INFINITY);
  const known = yield* lookUpPoints(
    session,
    plan.map(({ point }) => point),
  );
  const found = plan.flatMap(({ day, point }) => known.flatMap((one) => (one.key === point.key ? [{ day, point: one }] : [])));
  const [city] = storyCities(session);
  if (found.length === 0)
    return `I know no more places near the stops${number === null ? '' : ` of day ${number}`}${city ? ` in ${city.name}` : ''}, so it stays as it is.`;
  const pace = session.planned ? paceOf(session.planned) : 'usual';
  const answers = yield* callTools(
    session,
    found.map(({ day, point }) => addStopCall(session.story.id, day.day.id, { ...point, minutes: stayMinutes(point, pace) })),
  );
  const added = found.filter((_, at) => answers[at]?.result);
  if (added.length === 0) return `I could not add anything: ${failureReason(answers[0]?.problem)}.`;
  const filled = [...new Set(added.map(({ day }) => day))];
  for (const { day } of filled) yield* shortenRouteOfDay(session, day.id);
  const lines = filled.map(
    (day) => `Day ${day.number} has more to see now: ${joinWithAnd(added.filter((one) => one.day === day).map(({ point }) => `**${point.name}**`))}.`,
  );
  return lines.join('\n');
}

const fullDay = ({ planned }: Session): number => (planned && paceOf(planned) === 'slow' ? 2 : 3);

/** Points to add: each to the day with the fewest stops, chosen by distance and by the requested interests. */
function additions(session: EditingSession, days: readonly NumberedDay[], full: number): { day: NumberedDay; point: Point }[] {
  const asked = session.planned?.interests ?? [];
  const avoided = session.planned?.avoid.categories ?? [];
  const spare = unusedPoints(session).filter(({ category }) => !avoided.includes(category));
  const stops = new Map(days.map((day) => [day, stopsOf(session.story, day.day.id).map(({ coordinates }) => ({ coordinates }))]));
  const plan: { day: NumberedDay; point: Point }[] = [];
  const most = days.length === 1 ? 2 : mostAdded;
  const open = new Set(days);
  while (plan.length < most && open.size > 0) {
    const [day] = [...open].sort((a, b) => (stops.get(a)?.length ?? 0) - (stops.get(b)?.length ?? 0));
    if (!day) break;
    const there = stops.get(day) ?? [];
    const around = there.length > 0 ? there : besideDay(session, day);
    const far = (point: Point): number => (around.length > 0 ? kilometresToNearest(point, around) : 0);
    const [best] = spare
      .filter((point) => far(point) <= reach)
      .sort((a, b) => far(a) - bestInterestFit(a, asked) * 2 - (far(b) - bestInterestFit(b, asked) * 2));
    if (!best || there.length >= full) {
      open.delete(day);
      continue;
    }
    plan.push({ day, point: best });
    there.push({ coordinates: best.coordinates });
    spare.splice(spare.indexOf(best), 1);
  }
  return plan;
}

/** Stops of the day whose number is closest to that of an empty day. Days in the city that the title of the empty day names come first. */
function besideDay({ story, atlas }: EditingSession, { day, number }: NumberedDay): StoryStop[] {
  const city = atlas.cities.find(({ name }) => day.title?.includes(name));
  const others = story.days
    .map(({ id }, at) => ({ stops: stopsOf(story, id), away: Math.abs(at + 1 - number) }))
    .filter(({ stops }) => stops.length > 0);
  const same = others.filter(({ stops }) => city && stops.some(({ point }) => point?.key.startsWith(`${city.slug}/`)));
  return [...(same.length > 0 ? same : others)].sort((a, b) => a.away - b.away)[0]?.stops ?? [];
}

/** Adds days and fills them with unused points. */
export function* addDays(session: EditingSession, count: number): Script {
  const total = session.story.days.length + count;
  if (count < 1 || total > 14) return `I plan up to 14 days at once; ${total} would be too many.`;
  const [city] = storyCities(session);
  const unused = city ? unusedPoints(session).filter((point) => point.key.startsWith(`${city.slug}/`)) : [];
  const asked = session.planned;
  const spare = asked ? unused.filter(({ category }) => !asked.avoid.categories.includes(category)) : unused;
  const perDay = asked && paceOf(asked) === 'slow' ? 3 : 4;
  const parts = city
    ? arrange(spare, { days: count, perDay, interests: asked?.interests ?? [], base: city.coordinates, most: 12 })
    : Array.from({ length: count }, () => []);
  const known = yield* lookUpPoints(session, parts.flat());
  const days = parts.map((points) => points.flatMap(({ key }) => known.find((point) => point.key === key) ?? []));
  const from = session.story.days.length;
  const added = yield* callTools(
    session,
    days.map((points) => ({
      name: 'add_day',
      args: { itineraryId: session.story.id, title: dayTitle(points.map(({ name }) => name)).slice(0, 120) },
    })),
  );
  if (added.every(({ result }) => result === null)) return `I could not add a day: ${failureReason(added[0]?.problem)}.`;
  const pace = asked ? paceOf(asked) : 'usual';
  yield* callTools(
    session,
    days.flatMap((points, at) => {
      const dayId = added[at]?.result?.id;
      return typeof dayId === 'string'
        ? points.map((point) => addStopCall(session.story.id, dayId, { ...point, minutes: stayMinutes(point, pace) }))
        : [];
    }),
  );
  for (const { result } of added) if (typeof result?.id === 'string') yield* shortenRouteOfDay(session, result.id);
  const lines = session.story.days.slice(from).map((day, at) => {
    const stops = stopsOf(session.story, day.id);
    return `- **Day ${from + at + 1}** · ${stops.length > 0 ? stops.map(({ title }) => title).join(' → ') : 'free: I know no more places here'}`;
  });
  return `The itinerary has ${countOf(session.story.days.length, 'day')} now.\n\n${lines.join('\n')}`;
}

const lastEnd = 20 * 60;

/** Moves stops that collide with an arrival or a departure to other days. */
export function* fitToArrivalOrDeparture(
  session: EditingSession,
  edit: { kind: 'arrive' | 'leave'; time: number },
  clock: (minutes: number) => string,
): Script {
  const isArrival = edit.kind === 'arrive';
  const day = isArrival ? session.story.days[0] : session.story.days.at(-1);
  if (!day) return 'The itinerary has no days yet.';
  const number = isArrival ? 1 : session.story.days.length;
  const pace = session.planned ? paceOf(session.planned) : 'usual';
  const stops = stopsOf(session.story, day.id);
  const opens = isArrival ? Math.max(startOfDayMinutes[pace], edit.time + 45) : startOfDayMinutes[pace];
  const closes = isArrival ? lastEnd : edit.time - 120;
  const timed = scheduleVisits(stops.map(visitOf), opens, pace);
  const late = stops.filter((_, at) => (timed[at]?.start ?? 0) + (timed[at]?.minutes ?? 0) > closes);
  const targets = session.story.days.filter(({ id }) => id !== day.id);
  const calls = late.flatMap((stop) => {
    const best = [...targets].sort((a, b) => cost(session, stop, a.id) - cost(session, stop, b.id))[0];
    return best ? [{ name: 'update_stop', args: { itineraryId: session.story.id, stopId: stop.id, dayId: best.id } }] : [];
  });
  const answers = yield* callTools(session, calls);
  for (const id of new Set(calls.map(({ args }) => args.dayId))) yield* shortenRouteOfDay(session, id);
  const moved = late.filter((_, at) => answers[at]?.result);
  const kept = scheduleVisits(stopsOf(session.story, day.id).map(visitOf), opens, pace);
  const times = kept.map(({ visit, start }) => `${clock(start)} ${visit.name}`).join(' → ');
  const head = isArrival
    ? `You arrive at ${clock(edit.time)}, so day ${number} begins around ${clock(opens)}`
    : `You leave at ${clock(edit.time)}, so day ${number} ends by ${clock(Math.max(0, closes))}`;
  const where = moved.length > 0 ? ` ${joinWithAnd(moved.map((stop) => `${boldTitle(stop)} moved to day ${dayOf(session, stop.id)}`))}.` : '';
  const stuck =
    late.length > moved.length
      ? ` ${joinWithAnd(late.filter((stop) => !moved.includes(stop)).map(boldTitle))} will not fit: decline what you can do without.`
      : '';
  return `${head}: ${times || 'nothing is left on it'}.${where}${stuck}`;
}

function dayOf({ story }: EditingSession, stopId: string): number {
  const stop = story.stops.find(({ id }) => id === stopId);
  return story.days.findIndex(({ id }) => id === stop?.dayId) + 1;
}

const cost = ({ story }: EditingSession, stop: StoryStop, dayId: string): number => {
  const stops = stopsOf(story, dayId);
  return (stops.length === 0 ? 0 : Math.min(...stops.map((other) => kilometresApart(other, stop)))) + stops.length;
};

const visitOf = (stop: StoryStop): Visit => ({
  ...{ name: stop.title, about: stop.point?.about ?? '', coordinates: stop.coordinates },
  category: stop.point?.category ?? 'landmark',
});
