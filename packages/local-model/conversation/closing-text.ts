import { formatClock, routeKilometres } from '../planning/schedule.ts';
import { countOf, joinWithAnd } from '../understanding/plain-text.ts';
import { interestFitOf } from '../understanding/vocabulary.ts';
import type { Point } from '../world/atlas.ts';
import { type Area, defaultTripDays } from './areas.ts';
import type { PlannedDay } from './plan-trip.ts';
import type { Session } from './session.ts';
import { type Story, stopsOf } from './story.ts';

export interface ClosingTextInput {
  session: Session;
  areas: readonly Area[];
  days: readonly PlannedDay[];
  /** Proposed points that no lookup found. */
  dropped: readonly Point[];
  /** Name of the accommodation; null when no lookup found it. */
  base: string | null;
}

/** Closing text of a plan: which parts the tools wrote, according to their results, and which failed. */
export function closingText({ session, areas, days, dropped, base }: ClosingTextInput): string {
  const { story, wish } = session;
  if (!story) return 'I could not create the itinerary.';
  const lines = story.days.map((day, at) => dayLine(story, day.id, at, days[at]));
  const head =
    story.stops.length === 0
      ? `**${story.title}** is there, but with 0 stops on ${countOf(story.days.length, 'day')}.`
      : `**${story.title}** is planned: ${countOf(story.stops.length, 'stop')} on ${countOf(story.days.length, 'day')}. They are suggestions until you accept them.`;
  const notes = notesOf(session, { areas, days, dropped, base });
  const next = 'Tell me what to change, for example *make day 1 slower* or *swap a museum for a view*.';
  return [
    head,
    lines.join('\n'),
    ...(notes.length > 0 ? [notes.join(' ')] : []),
    wish.days === null && wish.legs.every(({ days: asked }) => asked === null)
      ? `You named no number of days, so I took ${story.days.length === defaultTripDays ? 'three' : story.days.length}. ${next}`
      : next,
  ].join('\n\n');
}

function dayLine(story: Story, dayId: string, at: number, planned: PlannedDay | undefined): string {
  const stops = stopsOf(story, dayId);
  if (stops.length === 0) return `- **Day ${at + 1}** is free.`;
  const starts = new Map(planned?.visits.map(({ visit, start }) => [visit.placeId, start]));
  const named = stops.map(({ title, placeId }) => {
    const start = starts.get(placeId ?? '');
    return start === undefined ? title : `${formatClock(start)} ${title}`;
  });
  const way = routeKilometres(stops);
  return `- **Day ${at + 1}** · ${named.join(' → ')}${way >= 0.1 ? ` *(${way.toFixed(1)} km as the crow flies)*` : ''}`;
}

function notesOf({ wish, story }: Session, { areas, days, dropped, base }: Omit<ClosingTextInput, 'session'>): string[] {
  const where = joinWithAnd(areas.map(({ name }) => name));
  const scarce = wish.interests.filter((one) => !areas.some(({ points }) => points.some((point) => interestFitOf(point, one) === 2)));
  const planned = days.reduce((sum, { visits }) => sum + visits.length, 0);
  const refused = planned - (story?.stops.length ?? 0);
  const free = story ? story.days.filter(({ id }) => stopsOf(story, id).length === 0).length : 0;
  const known = areas.reduce((sum, { points }) => sum + points.length, 0);
  const isCut = planned < Math.min(known - 2, days.length * 2);
  return [
    ...(scarce.length > 0
      ? [`I know no places for ${joinWithAnd(scarce.map(({ name }) => name))} in ${where} yet, so I chose what comes closest.`]
      : []),
    ...(wish.unknown.length > 0 ? [`Of ${joinWithAnd(wish.unknown)} I know nothing, so that is left to you.`] : []),
    ...(wish.stay
      ? [base ? `Days begin from ${base}, where you stay.` : `I could not find where you stay (${wish.stay}), so days begin in the middle.`]
      : []),
    ...(wish.arrival !== null ? [`Day 1 begins after you arrive at ${formatClock(wish.arrival)}.`] : []),
    ...(wish.departure !== null ? [`The last day ends in time for ${formatClock(wish.departure)}.`] : []),
    ...(dropped.length > 0 ? [`I left out ${joinWithAnd(dropped.map(({ name }) => name))}, which I could not find on the map.`] : []),
    ...(refused > 0 ? [`${countOf(refused, 'stop')} could not be added.`] : []),
    ...(isCut ? ['I add only so many stops at once: say *go on*, and I fill the days up.'] : []),
    ...(free > 0 && !isCut && planned + dropped.length >= known
      ? [`I know no more places in ${where}, so ${countOf(free, 'day')} ${free === 1 ? 'is' : 'are'} free.`]
      : []),
  ];
}
