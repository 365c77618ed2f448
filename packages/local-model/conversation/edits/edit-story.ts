import { formatClock } from '../../planning/schedule.ts';
import { anotherDayNumber, type Edit } from '../../understanding/edit.ts';
import { countOf, failureReason, joinWithAnd } from '../../understanding/plain-text.ts';
import { cityOf } from '../../world/atlas.ts';
import { mostTripDays, planTrip } from '../plan-trip.ts';
import { matchingStops } from '../references.ts';
import { callTools, type Script, type Session } from '../session.ts';
import type { Story, StoryStop } from '../story.ts';
import { addStops, swapStop } from './add.ts';
import { addDays, fillDays, fitToArrivalOrDeparture, slowDown } from './pace.ts';
import {
  listOtherSights,
  listPlacesToEat,
  listSightsNear,
  listSightsNearDay,
  listStopsForChildren,
  reorderDays,
  summarisePlan,
} from './questions.ts';
import {
  boldTitle,
  dayNearest,
  dayNumbered,
  type EditingSession,
  numberOfDay,
  removeSide,
  removeStops,
  shortenRouteOfDay,
  storyCities,
} from './remove.ts';

/** Maximum number of sights, per day of the new trip, that are taken from the open story. */
const keptPerDay = 3;

/** Plans a new trip for the user to the cities of the open story. It has the same length, and at most `keptPerDay` of the same sights per day. */
export function planSimilarTrip(session: EditingSession): Script {
  const cities = storyCities(session);
  if (cities.length === 0) return knowsNone();
  const days = Math.min(Math.max(session.story.days.length, 1), mostTripDays);
  const must = session.story.stops.flatMap(({ point }) => point?.key ?? []).filter((key) => cityOf(session.atlas, key.split('/')[0] ?? ''));
  const legs = cities.map(({ slug }) => ({ destination: { kind: 'city', slug } as const, days: null }));
  const wish = { ...session.latest, legs, days, must: must.slice(0, days * keptPerDay) };
  return planTrip(Object.assign(session, { wish, story: null }));
}

// biome-ignore lint/correctness/useYield: a script that calls no tool
function* knowsNone(): Script {
  return 'I know no sights where this itinerary goes, so I cannot plan one like it. Each of its stops can be added to a trip of yours on its page.';
}

export const isEditing = (session: Session): session is EditingSession => session.story !== null;

const questions: ReadonlySet<Edit['kind']> = new Set(['near', 'eat', 'else', 'list', 'children', 'alike']);

/** Script that makes exactly the requested edit. For a story of another author it only answers questions. */
export function editStory(session: EditingSession, edit: Edit): Script {
  if (session.story.isForeign && !questions.has(edit.kind)) return isForeign();
  switch (edit.kind) {
    case 'slower':
      return slowDown(session, edit.day);
    case 'fuller':
      return fillDays(session, edit.day);
    case 'swap':
      return swapStop(session, edit);
    case 'add':
      return addStops(session, edit);
    case 'remove':
      return removeStops(session, edit);
    case 'remove-side':
      return removeSide(session, edit);
    case 'arrive':
    case 'leave':
      return fitToArrivalOrDeparture(session, edit, formatClock);
    case 'add-days':
      return addDays(session, edit.count);
    case 'set-days':
      return setDays(session, edit.count);
    case 'move':
      return moveStop(session, edit);
    case 'near':
      return edit.day !== undefined ? listSightsNearDay(session, edit.day) : listSightsNear(session, edit.thing, storyCities(session));
    case 'order':
      return reorderDays(session, edit.day);
    case 'rename':
      return rename(session, edit.title);
    case 'stay':
      return stayAtStop(session, edit);
    case 'eat':
      return listPlacesToEat(session, edit.day);
    case 'else':
      return listOtherSights(session);
    case 'list':
      return summarisePlan(session, edit.day);
    case 'children':
      return listStopsForChildren(session);
    case 'alike':
      return planSimilarTrip(session);
    default:
      return edit satisfies never;
  }
}

// biome-ignore lint/correctness/useYield: a script that calls no tool
function* isForeign(): Script {
  return 'This itinerary is somebody else’s, so I cannot change it. Say *plan something like this for me*, and I make one of your own.';
}

function* setDays(session: EditingSession, count: number): Script {
  const now = session.story.days.length;
  if (count === now) return `It has ${countOf(now, 'day')} already.`;
  if (count > now) return yield* addDays(session, count - now);
  return `It has ${countOf(now, 'day')}, and I cannot take days away; on the page of the itinerary you can. Or say “plan ${countOf(count, 'day')} in ${storyCities(session)[0]?.name ?? 'a city'}”, and I make a new one.`;
}

/** The stop that the words refer to; a text for the user when no stop or several stops match. */
function oneStop({ story }: { story: Story }, thing: string) {
  const meant = matchingStops(story, thing, null);
  const [stop] = meant;
  if (!stop) return `I see no “${thing}” in the itinerary, so I changed nothing.`;
  return meant.length > 1 ? `Which one do you mean: ${meant.map(boldTitle).join(' or ')}?` : stop;
}

function* moveStop(session: EditingSession, { thing, day: number }: { thing: string; day: number }): Script {
  const stop = oneStop(session, thing);
  if (typeof stop === 'string') return stop;
  const target = number === anotherDayNumber ? otherDay(session, stop) : dayNumbered(session.story, number);
  if (typeof target === 'string') return target;
  if (stop.dayId === target.day.id) return `${boldTitle(stop)} is on day ${target.number} already.`;
  const [answer] = yield* callTools(session, [
    { name: 'update_stop', args: { itineraryId: session.story.id, stopId: stop.id, dayId: target.day.id } },
  ]);
  if (!answer?.result) return `I could not move ${boldTitle(stop)}: ${failureReason(answer?.problem)}.`;
  yield* shortenRouteOfDay(session, target.day.id);
  return `${boldTitle(stop)} is on day ${target.number} now.`;
}

/** The other day with the nearest stop; a text for the user when the story has no other day. */
function otherDay({ story }: EditingSession, stop: StoryStop) {
  const others = { ...story, days: story.days.filter(({ id }) => id !== stop.dayId) };
  const best = dayNearest(others, stop);
  return best ? { day: best.day, number: numberOfDay(story, best.day.id) } : 'There is no other day.';
}

function* rename(session: EditingSession, title: string): Script {
  const [answer] = yield* callTools(session, [{ name: 'update_itinerary', args: { itineraryId: session.story.id, title } }]);
  return answer?.result ? `The itinerary is called **${title}** now.` : `I could not rename it: ${failureReason(answer?.problem)}.`;
}

function* stayAtStop(session: EditingSession, { thing, minutes }: { thing: string; minutes: number }): Script {
  const stop = oneStop(session, thing);
  if (typeof stop === 'string') return stop;
  if (minutes < 5 || minutes > 1_440) return 'For how long? Say it in hours or minutes.';
  const [answer] = yield* callTools(session, [
    { name: 'update_stop', args: { itineraryId: session.story.id, stopId: stop.id, durationMinutes: minutes } },
  ]);
  const length = joinWithAnd([
    ...(minutes >= 60 ? [countOf(Math.floor(minutes / 60), 'hour')] : []),
    ...(minutes % 60 > 0 ? [countOf(minutes % 60, 'minute')] : []),
  ]);
  return answer?.result ? `You have ${length} at ${boldTitle(stop)} now.` : `I could not change it: ${failureReason(answer?.problem)}.`;
}
