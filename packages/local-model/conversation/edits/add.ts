import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { kilometresApart, stayMinutes } from '../../planning/schedule.ts';
import { capitalizeWords } from '../../understanding/destinations.ts';
import { failureReason, joinWithAnd } from '../../understanding/plain-text.ts';
import { interestFitOf, interestsIn, isKindOnly, namesKind } from '../../understanding/vocabulary.ts';
import type { City, Point } from '../../world/atlas.ts';
import { nearestOn, riverOf } from '../../world/rivers.ts';
import { paceOf } from '../plan-trip.ts';
import {
  type Candidate,
  candidatesOf,
  isMoreThanKind,
  type KnownPoint,
  lookUpPoints,
  lookupCall,
  matchingPoints,
  matchingStops,
  pointsByName,
} from '../references.ts';
import { type AnsweredCall, type Call, callTools, type Script, type Session, type Step } from '../session.ts';
import { stopsOf } from '../story.ts';
import {
  boldTitle,
  dayNearest,
  dayNumbered,
  type EditingSession,
  kilometresToNearest,
  type NumberedDay,
  numberOfDay,
  shortenRouteOfDay,
  storyCities,
  unusedPoints,
} from './remove.ts';

/** An origin for distances, such as a stop or a river. `far` returns the distance of a place from it, kilometres. */
export interface DistanceOrigin {
  name: string;
  far: (place: { coordinates: Coordinates }) => number;
  /** Keys of the points that are the origin itself; a list of nearby sights leaves them out. */
  keys: readonly string[];
}

const farthestNear = 2.5;
/** Largest distance between the centre of the city and a place requested by name, kilometres. */
const farthest = 40;

/** Resolves words such as "the river" to an origin for distances; returns a text for the user when the words are unknown. */
export function* distanceOriginOf(
  session: Session,
  words: string,
  cities: readonly { slug: string; name: string; points: readonly Point[]; coordinates: Coordinates }[],
): Generator<Step, DistanceOrigin | string, readonly AnsweredCall[]> {
  const [city] = cities;
  if (/\b(river|riverside|riverbank|waterfront)\b/.test(words) || (city && riverOf(city.slug)?.name.toLowerCase() === words)) {
    const river = city ? riverOf(city.slug) : null;
    return river
      ? { name: `the ${river.name}`, keys: [], far: (place) => kilometresApart(place, { coordinates: nearestOn(river, place.coordinates) }) }
      : `I do not know where the river runs${city ? ` in ${city.name}` : ''}.`;
  }
  if (/^(city )?(cent(re|er)|middle|downtown)$/.test(words) && city)
    return { name: 'the centre', keys: [], far: (place) => kilometresBetween(place.coordinates, city.coordinates) };
  const [stop] = session.story ? matchingStops(session.story, words, null) : [];
  if (stop) return { name: stop.title, keys: stop.point ? [stop.point.key] : [], far: (place) => kilometresApart(place, stop) };
  const all = cities.flatMap(({ points }) => points);
  const [point] = isMoreThanKind(words) ? pointsByName(all, words) : matchingPoints(all, words);
  if (point) return { name: point.name, keys: [point.key], far: (place) => kilometresApart(place, point) };
  const [answer] = yield* callTools(session, [lookupCall(city ? `${words}, ${city.name}` : words)]);
  const found = (answer ? candidatesOf(answer) : []).find(({ coordinates }) => !city || kilometresBetween(coordinates, city.coordinates) <= farthest);
  return found
    ? { name: found.name, keys: [], far: (place) => kilometresBetween(place.coordinates, found.coordinates) }
    : `I could not find “${words}”${city ? ` in ${city.name}` : ''}.`;
}

/** A looked-up place to add. */
interface NewPlace {
  placeId: string;
  name: string;
  about: string | null;
  minutes: number | null;
  coordinates: Coordinates;
}

/** Finds the nearest place outside of the story that matches the words; returns a text for the user when no place matches. */
export function* findNewPlace(
  session: EditingSession,
  thing: string,
  far: (place: { coordinates: Coordinates }) => number,
): Generator<Step, NewPlace | string, readonly AnsweredCall[]> {
  const unused = unusedPoints(session);
  const vague = thing === '' || /^(something|anything|stops?|places?|things?|spots?|sights?)( nice| good| else| to (see|do))?$/.test(thing);
  const fitting = vague ? unused : matchingPoints(unused, thing);
  const called = vague ? [] : pointsByName(unused, thing);
  const ranked = called.length > 0 ? called : byFit(fitting, thing, far);
  const known = yield* lookUpPoints(session, ranked.slice(0, 2));
  const [best] = known;
  if (best) return newPlace(session, best);
  const [twin] = vague
    ? []
    : matchingStops(session.story, thing, null).filter(
        (stop) => pointsByName(stop.point ? [stop.point] : [], thing).length > 0 && !isKindOnly(thing),
      );
  if (twin && called.length === 0) return `${boldTitle(twin)} is in it already.`;
  const [city] = storyCities(session);
  const where = city ? ` in ${city.name}` : '';
  const meant = vague || !(isMoreThanKind(thing) || session.text.includes(capitalizeWords(thing))) ? null : yield* placeCalled(session, thing, city);
  if (meant) return meant;
  if (vague || namesKind(thing) || interestsIn(thing).length > 0) {
    const there = vague ? [] : matchingStops(session.story, thing, null).slice(0, 2);
    const has =
      there.length > 0
        ? ` The itinerary has ${joinWithAnd(there.map((stop) => `${boldTitle(stop)} on day ${numberOfDay(session.story, stop.dayId)}`))}.`
        : '';
    return `I know no ${vague ? 'more places' : isKindOnly(thing) ? `other ${thing}` : `other place for “${thing}”`}${where}, and I do not make one up.${has}${stillKnown(unused)}`;
  }
  const found = yield* placeCalled(session, thing, city);
  return found ?? `I could not find “${thing}”${where}, so I changed nothing.`;
}

/** Text that offers up to 3 unused sights in place of an unknown place. */
function stillKnown(unused: readonly Point[]): string {
  const names = unused.slice(0, 3).map(({ name }) => `**${name}**`);
  return names.length === 0 ? ' All that I know there is in it.' : ` I do know ${joinWithAnd(names)}: say “add” and a name.`;
}

/** Looks up a place that the atlas lacks, by its name; null when no result matches. */
function* placeCalled(session: EditingSession, thing: string, city: City | undefined): Generator<Step, NewPlace | null, readonly AnsweredCall[]> {
  const [answer] = yield* callTools(session, [lookupCall(city ? `${thing}, ${city.name}` : thing)]);
  const found = (answer ? candidatesOf(answer) : []).find((one) => isMeant(one, thing, city?.coordinates));
  return found ? { placeId: found.placeId, name: found.name, about: null, minutes: 60, coordinates: found.coordinates } : null;
}

function byFit(points: readonly Point[], thing: string, far: (place: { coordinates: Coordinates }) => number): Point[] {
  const asked = interestsIn(thing);
  const best = (point: Point): number => Math.max(0, ...asked.map((one) => interestFitOf(point, one)));
  const fitting = points.filter((point) => best(point) === 2);
  return [...(fitting.length > 0 ? fitting : points)].sort((a, b) => far(a) - far(b));
}

function isMeant({ name, coordinates }: Candidate, thing: string, around: Coordinates | undefined): boolean {
  const words = thing.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const called = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return words.length > 0 && words.every((word) => called.includes(word)) && (!around || kilometresBetween(coordinates, around) <= farthest);
}

const newPlace = ({ planned }: Session, point: KnownPoint): NewPlace => ({
  ...{ placeId: point.placeId, name: point.name, about: point.about, coordinates: point.coordinates },
  minutes: stayMinutes(point, planned ? paceOf(planned) : 'usual'),
});

export const addStopCall = (itineraryId: string, dayId: string, { placeId, name, about, minutes }: NewPlace): Call => ({
  name: 'add_stop',
  args: {
    itineraryId,
    dayId,
    placeId,
    title: name.slice(0, 120),
    ...(about && { highlight: about.slice(0, 200) }),
    ...(minutes && { durationMinutes: minutes }),
  },
});

/** Adds the requested stops one by one. */
export function* addStops(session: EditingSession, edit: { thing: string; near: string | null; day: number | null }): Script {
  const all = storyCities(session).flatMap(({ points }) => points);
  const parts = edit.thing.split(/,| and /).map((part) => part.trim().replace(/^the /, ''));
  if (parts.length < 2 || parts.length > 5 || parts.some((part) => pointsByName(all, part).length === 0)) return yield* addStop(session, edit);
  const replies: string[] = [];
  for (const thing of parts) replies.push(yield* addStop(session, { ...edit, thing }));
  return replies.join('\n\n');
}

/** Adds a stop by kind or name, near the origin that the user named, if any. */
function* addStop(session: EditingSession, { thing, near, day: number }: { thing: string; near: string | null; day: number | null }): Script {
  const cities = storyCities(session);
  const target = number === null ? null : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  const reference = near ? yield* distanceOriginOf(session, near, cities) : null;
  if (typeof reference === 'string') return `${reference} So I added nothing.`;
  const around = target ? stopsOf(session.story, target.day.id) : session.story.stops;
  const far = reference?.far ?? ((place: { coordinates: Coordinates }) => (around.length > 0 ? kilometresToNearest(place, around) : 0));
  const place = yield* findNewPlace(session, thing, far);
  if (typeof place === 'string') return place;
  const away = reference ? reference.far(place) : 0;
  if (reference && away > farthestNear)
    return `The nearest I know is **${place.name}**, ${away.toFixed(1)} km from ${reference.name}: too far to call it near, so I did not add it. Say “add ${place.name}” if you want it all the same.`;
  const day = target ?? dayNearest(session.story, place);
  if (!day) return 'The itinerary has no day to add it to yet. Say “add a day” first.';
  return yield* written(
    session,
    place,
    day,
    reference ? `, ${away < 0.1 ? 'right' : `${away.toFixed(1)} km from`}${away < 0.1 ? ' at' : ''} ${reference.name}` : '',
  );
}

function* written(session: EditingSession, place: NewPlace, { day, number }: NumberedDay, where: string): Script {
  const [added] = yield* callTools(session, [addStopCall(session.story.id, day.id, place)]);
  if (!added?.result) return `I could not add ${place.name}: ${failureReason(added?.problem)}.`;
  yield* shortenRouteOfDay(session, day.id);
  return `I added **${place.name}** to day ${number}${where}.${place.about ? ` ${place.about}` : ''}`;
}

/** Replaces a stop with another place. */
export function* swapStop(session: EditingSession, { from, to, day: number }: { from: string; to: string; day: number | null }): Script {
  const target = number === null ? null : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  const meant = matchingStops(session.story, from, target?.day.id ?? null);
  const [old] = meant;
  if (!old) return `I see no “${from}”${target ? ` on day ${target.number}` : ''} in the itinerary, so I changed nothing.`;
  if (meant.length > 1 && !/\b(a|an|any|one)\b/.test(session.text.split(/\bfor\b|\bwith\b/i)[0] ?? ''))
    return `Which one do you mean: ${joinWithAnd(meant.map(boldTitle)).replace(/ and (?=[^ ]*\*\*[^*]+\*\*$)/, ' or ')}?`;
  const others = stopsOf(session.story, old.dayId).filter(({ id }) => id !== old.id);
  const place = yield* findNewPlace(session, to, (one) => kilometresToNearest(one, others.length > 0 ? others : [old]));
  if (typeof place === 'string') return `${place} ${boldTitle(old)} stays.`;
  const [added] = yield* callTools(session, [addStopCall(session.story.id, old.dayId, place)]);
  if (!added?.result) return `I could not add ${place.name}: ${failureReason(added?.problem)}. ${boldTitle(old)} stays.`;
  const removal = yield* callRemoveStop(session, [old.id]);
  yield* shortenRouteOfDay(session, old.dayId);
  const gone =
    removal === 'done'
      ? `in place of ${boldTitle(old)}`
      : `for ${boldTitle(old)}, which you can decline or remove on its card: I cannot take stops away`;
  return `I added **${place.name}** ${gone}.${place.about ? ` ${place.about}` : ''}`;
}

/** Removes stops by tool calls; `impossible` when the request offers no such tool, or a call fails. */
export function* callRemoveStop(
  session: EditingSession,
  stopIds: readonly string[],
): Generator<Step, 'done' | 'impossible', readonly AnsweredCall[]> {
  if (!session.tools.has('remove_stop')) return 'impossible';
  const answers = yield* callTools(
    session,
    stopIds.map((stopId) => ({ name: 'remove_stop', args: { itineraryId: session.story.id, stopId } })),
  );
  return answers.every(({ result }) => result !== null) ? 'done' : 'impossible';
}
