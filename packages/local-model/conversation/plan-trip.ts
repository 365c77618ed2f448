import { foldName } from '@waystory/infra/places/name-fit.ts';
import { callsPerTurn } from '@waystory/proto/assistant/tools/tool.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { arrange } from '../planning/arrange.ts';
import { formatClock, orderVisits, type Pace, routeKilometres, scheduleVisits, startOfDayMinutes, type TimedVisit } from '../planning/schedule.ts';
import { dateAfter } from '../understanding/days.ts';
import { capitalizeWords, type Mention, mentionsIn } from '../understanding/destinations.ts';
import { countOf, failureReason, joinWithAnd } from '../understanding/plain-text.ts';
import { categoriesForChildren, interestFitOf } from '../understanding/vocabulary.ts';
import type { TripRequest } from '../understanding/wish.ts';
import { type City, cityOf, type Point } from '../world/atlas.ts';
import { type Area, defaultTripDays, resolveAreas } from './areas.ts';
import { closingText } from './closing-text.ts';
import { candidatesOf, type KnownPoint, lookUpPoints, lookupCall } from './references.ts';
import { type AnsweredCall, callTools, type Script, type Session, type Step } from './session.ts';

/** Longest trip that is planned at once, days. */
export const mostTripDays = 14;
/** Number of stops per day by pace. */
const perDay: Readonly<Record<Pace, number>> = { slow: 3, usual: 4, full: 5 };
/** Time between the arrival and the first stop, and between the last stop and the departure, minutes. */
const settling = 45;
const packing = 120;
/** Latest start of a visit, minutes from midnight. */
const lastStart = 21 * 60;

/** A planned day before it is written. */
export interface PlannedDay {
  area: Area;
  title: string;
  visits: readonly TimedVisit<KnownPoint>[];
}

export const paceOf = ({ pace, company }: TripRequest): Pace => pace ?? (company === 'children' || company === 'parents' ? 'slow' : 'usual');

/** Plans a trip and writes it by tool calls: lookups, the itinerary, its days and their stops. */
export function* planTrip(session: Session): Script {
  const { wish } = session;
  if (wish.legs.length === 0 && wish.must.length === 0) return whereTo(session);
  const alternatives = oneOrOther(session);
  if (alternatives) return alternatives;
  const missing = ['create_itinerary', 'add_day', 'add_stop', 'lookup_location'].filter((name) => !session.tools.has(name));
  if (missing.length > 0)
    return 'I cannot write itineraries here: the tools for it are not offered to me. Open the assistant on your own page, and I plan it for you.';
  if ((wish.days ?? 0) > mostTripDays)
    return `${countOf(wish.days ?? 0, 'day')} is longer than I plan at once. Shall I plan the first two weeks? Say **14 days**, or fewer.`;
  const chosen = yield* resolveAreas(session, wish);
  if ('say' in chosen) return chosen.say;
  const areas = withDays(chosen.areas, wish);
  const base = yield* baseOf(session, areas[0]);
  const plan = areas.map((area) => ({ area, days: chooseFor(area, wish, base?.at ?? area.centre, budget(areas)) }));
  const proposed = plan.flatMap(({ days }) => days.flat());
  if (proposed.length === 0)
    return `With what you want to avoid, nothing is left in ${joinWithAnd(areas.map(({ name }) => name))} that I know of. What may stay in?`;
  const known = yield* lookUpPoints(session, proposed, `Let me see what ${joinWithAnd(areas.map(({ name }) => name))} has for you.`);
  if (known.length === 0)
    return `I know sights in ${joinWithAnd(areas.map(({ name }) => name))}, but could not find one of them on the map just now, so I wrote nothing. Try again in a moment.`;
  const days = plan.flatMap(({ area, days: parts }) => daysOf(area, parts, known, wish, base?.at ?? null));
  const timed = dated(trimmed(days, wish), wish);
  const written = yield* writeTrip(session, timed, titleOf(areas, wish));
  if (typeof written === 'string') return written;
  const dropped = proposed.filter(({ key }) => !known.some((point) => point.key === key));
  return closingText({ session, areas, days: timed, dropped, base: base?.name ?? null });
}

/** Question to the user after "Rome or Florence", because the text names alternatives; null for any other text. */
function oneOrOther({ text, atlas }: Session): string | null {
  const plain = foldName(text);
  const cities = mentionsIn(text, atlas);
  const [first, second] = cities.flatMap((mention, at) => {
    const next = cities[at + 1];
    return next && plain.slice(mention.to, next.from) === ' or ' ? [mention, next] : [];
  });
  const nameOf = (mention: Mention): string =>
    mention.destination.kind === 'city'
      ? (cityOf(atlas, mention.destination.slug)?.name ?? '')
      : capitalizeWords(plain.slice(mention.from, mention.to));
  return first && second ? `${nameOf(first)} or ${nameOf(second)}: which one shall I plan? Say its name, or “both”.` : null;
}

function whereTo({ wish, atlas }: Session): string {
  const about = wish.interests.map(({ name }) => name);
  const length = wish.days ? `${countOf(wish.days, 'day')} ` : about.length > 0 ? 'a trip ' : '';
  const heard = length || about.length > 0 ? `${length}${about.length > 0 ? `with ${joinWithAnd(about)} ` : ''}sounds good. ` : '';
  const giving = ({ points }: City): number => points.filter((point) => wish.interests.some((one) => interestFitOf(point, one) === 2)).length;
  const best = about.length === 0 ? [] : [...atlas.cities].sort((a, b) => giving(b) - giving(a) || (a.slug < b.slug ? -1 : 1)).slice(0, 3);
  const examples =
    best.length > 0
      ? `Of the cities I know, ${joinWithAnd(best.map(({ name }) => `**${name}**`))} have most of that`
      : 'Name a city or a country, for example **Lisbon**, **Kyoto** or **Italy**';
  return `${heard}Where shall it go? ${examples}.`.replace(/^./, (letter) => letter.toUpperCase());
}

/** Days of each area: the requested number, otherwise an even share. */
function withDays(areas: readonly Area[], { days }: TripRequest): (Area & { days: number })[] {
  const asked = areas.reduce((sum, area) => sum + (area.days ?? 0), 0);
  const open = areas.filter((area) => area.days === null).length;
  const total = Math.max(days ?? (asked > 0 ? asked + open * 2 : Math.max(defaultTripDays, areas.length * 2)), areas.length);
  const isAsked = asked > 0 && asked + open <= total && (open > 0 || asked === total);
  if (areas.length === 1 || !isAsked)
    return areas.map((area, at) => ({ ...area, days: Math.floor(total / areas.length) + (at < total % areas.length ? 1 : 0) }));
  const rest = total - asked;
  let at = 0;
  return areas.map((area) => ({ ...area, days: area.days ?? Math.floor(rest / open) + (at++ < rest % open ? 1 : 0) }));
}

/** Maximum number of stops per day that keeps the turn within the product's limit of tool calls. */
function budget(areas: readonly { days: number }[]): number {
  const days = areas.reduce((sum, area) => sum + area.days, 0);
  const others = 1 + areas.length + 1;
  return Math.floor((callsPerTurn - others - days) / 2) / days;
}

/** The accommodation, if the user named it and it is near the first area. */
function* baseOf(session: Session, area: Area | undefined): Generator<Step, { at: Coordinates; name: string } | null, readonly AnsweredCall[]> {
  const { stay } = session.wish;
  if (!stay || !area) return null;
  const [answer] = yield* callTools(session, [lookupCall(`${stay}, ${area.city.name}`)], 'First, where you stay.');
  const [place] = answer ? candidatesOf(answer) : [];
  if (!place) return null;
  const at = { latitude: place.coordinates.latitude, longitude: place.coordinates.longitude };
  const isNear = Math.hypot(at.latitude - area.centre.latitude, at.longitude - area.centre.longitude) < 0.4;
  return isNear ? { at, name: place.name } : null;
}

/** Points of an area without those to avoid. For a trip with children, suitable points come first. */
export function allowedPoints(area: Area, { avoid, must, company }: TripRequest): Point[] {
  const isOut = (point: Point): boolean =>
    avoid.keys.includes(point.key) ||
    (avoid.categories.includes(point.category) && !must.includes(point.key)) ||
    (avoid.categories.includes('museum') && /\bmus[eé]/i.test(point.name));
  const likely = area.points.filter((point) => !isOut(point));
  if (company !== 'children') return likely;
  return [...likely].sort((a, b) => Number(categoriesForChildren.includes(b.category)) - Number(categoriesForChildren.includes(a.category)));
}

function chooseFor(area: Area & { days: number }, wish: TripRequest, base: Coordinates, mostPerDay: number): Point[][] {
  const points = allowedPoints(area, wish);
  const must = points.filter(({ key }) => wish.must.includes(key));
  const size = Math.max(1, Math.min(perDay[paceOf(wish)], mostPerDay));
  return arrange(points, { days: area.days, perDay: size, interests: wish.interests, must, base, most: Math.floor(mostPerDay * area.days) });
}

/** Days of an area with the points that lookups found. The day nearest to the centre comes first. */
function daysOf(area: Area, parts: readonly Point[][], known: readonly KnownPoint[], wish: TripRequest, base: Coordinates | null): PlannedDay[] {
  const pace = paceOf(wish);
  const days = parts.map((points) => points.flatMap(({ key }) => known.find((one) => one.key === key) ?? []));
  const far = (points: readonly KnownPoint[]): number =>
    points.length === 0
      ? 1_000
      : Math.min(...points.map(({ coordinates: at }) => Math.hypot(at.latitude - area.centre.latitude, at.longitude - area.centre.longitude)));
  const inOrder = [...days].sort((a, b) => Math.round(far(a) * 20) - Math.round(far(b) * 20));
  return inOrder.map((points) => ({
    area,
    title: '',
    visits: scheduleVisits(orderVisits(points, startOfDayMinutes[pace], pace, base), startOfDayMinutes[pace], pace),
  }));
}

/** Days without the visits that collide with the arrival or the departure. */
function trimmed(days: readonly PlannedDay[], wish: TripRequest): PlannedDay[] {
  const pace = paceOf(wish);
  const { arrival, departure } = wish;
  return days.map((day, at) => {
    const isFirst = at === 0 && arrival !== null;
    const isLast = at === days.length - 1 && departure !== null;
    const opens = isFirst ? Math.max(startOfDayMinutes[pace], arrival + settling) : startOfDayMinutes[pace];
    const closes = isLast ? departure - packing : lastStart + 60;
    const points = day.visits.map(({ visit }) => visit);
    const visits = scheduleVisits(isFirst ? orderVisits(points, opens, pace, null) : points, opens, pace);
    return {
      ...day,
      visits: visits.filter(({ start, minutes }) => start <= lastStart && start + minutes <= Math.max(closes, 0) + 60 * Number(!isLast)),
    };
  });
}

function dated(days: readonly PlannedDay[], { from, legs }: TripRequest): PlannedDay[] {
  const several = legs.length > 1 || new Set(days.map(({ area }) => area.name)).size > 1;
  return days.map((day, at) => {
    const where = several ? `${day.area.name}: ` : '';
    const when = from ? `${dateAfter(from, at)} · ` : '';
    return {
      ...day,
      title: `${when}${where}${day.visits.length > 0 ? dayTitle(day.visits.map(({ visit }) => visit.name)) : `More of ${day.area.name}`}`.slice(
        0,
        120,
      ),
    };
  });
}

export function dayTitle(names: readonly string[]): string {
  const [first, ...others] = names;
  if (first === undefined) return 'A free day';
  const last = others.at(-1);
  return last === undefined ? first : `${first} to ${last}`;
}

function titleOf(areas: readonly (Area & { days: number })[], { interests }: TripRequest): string {
  const days = areas.reduce((sum, area) => sum + area.days, 0);
  const about = interests.slice(0, 3).map(({ name }) => name);
  return `${days === 1 ? 'A day' : `${days} days`} in ${joinWithAnd(areas.map(({ name }) => name))}${about.length > 0 ? `: ${joinWithAnd(about)}` : ''}`.slice(
    0,
    120,
  );
}

export const stopArgs = (itineraryId: string, dayId: string, { visit, minutes }: TimedVisit<KnownPoint>) => ({
  ...{ itineraryId, dayId, placeId: visit.placeId, title: visit.name.slice(0, 120), highlight: visit.about.slice(0, 200) },
  durationMinutes: minutes,
});

/** Writes the itinerary. Returns a text for the user only after a failure. */
function* writeTrip(session: Session, days: readonly PlannedDay[], title: string): Generator<Step, string | null, readonly AnsweredCall[]> {
  const { wish } = session;
  const highlights = days.flatMap(({ visits }) => visits.slice(0, 1).map(({ visit }) => visit.name.slice(0, 80))).slice(0, 6);
  const [created] = yield* callTools(session, [
    { name: 'create_itinerary', args: { title, shortDescription: shortDescription(days, wish), highlights } },
  ]);
  const id = session.story?.id;
  if (!created?.result || !id) return `I could not create the itinerary: ${failureReason(created?.problem)}.`;
  const added = yield* callTools(
    session,
    days.map((day) => ({ name: 'add_day', args: { itineraryId: id, title: day.title, ...dayDescription(day) } })),
  );
  const stops = days.flatMap(({ visits }, at) => {
    const dayId = added[at]?.result?.id;
    return typeof dayId === 'string' ? visits.map((visit) => ({ name: 'add_stop', args: stopArgs(id, dayId, visit) })) : [];
  });
  yield* callTools(session, stops);
  return null;
}

function dayDescription({ visits }: PlannedDay): { description?: string } {
  const [first] = visits;
  if (!first) return {};
  const way = routeKilometres(visits.map(({ visit }) => visit));
  return {
    description: `Begins around ${formatClock(first.start)}${way >= 0.1 ? `; ${way.toFixed(1)} km between the stops, as the crow flies` : ''}.`,
  };
}

function shortDescription(days: readonly PlannedDay[], { interests }: TripRequest): string {
  const count = days.reduce((sum, { visits }) => sum + visits.length, 0);
  const suiting = interests
    .filter((one) => days.some(({ visits }) => visits.some(({ visit }) => interestFitOf(visit, one) > 0)))
    .map(({ name }) => name);
  const places = joinWithAnd([...new Set(days.map(({ area }) => area.name))]);
  return `${countOf(count, 'stop')} in ${places}${suiting.length > 0 ? `, with ${joinWithAnd(suiting)}` : ''}.`.slice(0, 140);
}
