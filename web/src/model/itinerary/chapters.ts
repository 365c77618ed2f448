import type { Day } from '@waystory/proto/itineraries/day.ts';
import { dateOfDay } from '@waystory/proto/itineraries/day-date.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';

/** A stop with its picture. */
export type Stop = StopView;

/** Leg from the previous stop. */
export interface Leg {
  kilometres: number;
  /** Travel time that the author entered; null when unknown. */
  travelTimeMinutes: number | null;
}

/** A stop at its position in the story. A stop of two days has two entries. */
export interface Entry {
  /** Unique in the story, unlike the stop's id. */
  key: string;
  stop: Stop;
  /** Number of the accepted stop within its day, from 1; null for a suggested stop. */
  number: number | null;
  leg: Leg | null;
}

/** A day with its stops. The last chapter may hold stops without a day. */
export interface Chapter {
  key: string;
  /** Null for stops without a day. */
  day: Day | null;
  /** Position in the story, 0 for the first. */
  index: number;
  entries: readonly Entry[];
  /** Distance over the accepted stops of the chapter, kilometres. */
  kilometres: number;
  /** Date of the day, as `2026-05-04`; null in a story without dates, and for stops without a day. */
  date: string | null;
}

/** Key of a day's chapter, or of the chapter without a day. */
export const chapterKey = (day: Pick<Day, 'number'> | null): string => (day ? `day-${day.number}` : 'more-stops');
/** Key of a stop's entry in a chapter. */
export const entryKey = (chapter: string, stopId: string): string => `${chapter}.${stopId}`;

export const isAccepted = ({ stop }: Entry): boolean => stop.state === 'ACCEPTED';

/** The story for a map, without stops that have no position yet. */
export const withLocatedStops = (chapters: readonly Chapter[]): Chapter[] =>
  chapters.map((chapter) => ({ ...chapter, entries: chapter.entries.filter(({ stop }) => stop.isLocated) }));

interface StoryContent {
  /** Date of the first day, if the story has dates. */
  firstDate?: string | null;
  days: readonly Day[];
  stops: readonly Stop[];
  /** spec 4: only the owner sees suggestions, because only they can accept them. */
  withSuggested: boolean;
}

/** Days of a story in order with their ordered stops; stops without a day come last. */
export function chaptersOf({ firstDate = null, days, stops, withSuggested }: StoryContent): Chapter[] {
  const visibleStops = stops.filter(({ state }) => withSuggested || state === 'ACCEPTED');
  const byId = new Map(visibleStops.map((stop) => [stop.id, stop]));
  const ordered = [...days].sort((a, b) => a.number - b.number);
  const placed = new Set(ordered.flatMap(({ stopIds }) => stopIds));
  const chapters = ordered.map((day, index) => {
    const itsStops = day.stopIds.map((id) => byId.get(id)).filter((stop) => stop !== undefined);
    return { ...chapterOf(chapterKey(day), day, index, itsStops), date: firstDate && dateOfDay(firstDate, index + 1) };
  });
  const dayless = visibleStops.filter(({ id }) => !placed.has(id)).sort((a, b) => a.index - b.index);
  if (dayless.length > 0) chapters.push(chapterOf(chapterKey(null), null, chapters.length, dayless));
  return chapters;
}

function chapterOf(key: string, day: Day | null, index: number, stops: readonly Stop[]): Chapter {
  let before: Stop | null = null;
  let accepted = 0;
  const entries: Entry[] = [];
  for (const stop of stops) {
    const isPart = stop.state === 'ACCEPTED';
    // Stops without a day have no known order, so there are no legs between them.
    const leg: Leg | null = isPart && before && day && stop.isLocated ? legBetween(before, stop) : null;
    entries.push({ key: entryKey(key, stop.id), stop, number: isPart ? ++accepted : null, leg });
    if (isPart && stop.isLocated) before = stop;
  }
  return { key, day, index, entries, date: null, kilometres: entries.reduce((sum, { leg }) => sum + (leg?.kilometres ?? 0), 0) };
}

const legBetween = (from: Stop, to: Stop): Leg => ({
  kilometres: kilometresBetween(from.coordinates, to.coordinates),
  travelTimeMinutes: to.travelTimeMinutes,
});

/** All entries of a story in order. */
export const entriesOf = (chapters: readonly Chapter[]): Entry[] => chapters.flatMap(({ entries }) => entries);

/**
 * Pairs of the last stop of a day and the first stop of the next day with stops. Omitted when both are at one place. Only accepted stops with a
 * position take part.
 */
export function bridgesOf(chapters: readonly Chapter[]): [Stop, Stop][] {
  const ends = withLocatedStops(chapters.filter(({ day }) => day)).map(({ entries }) => entries.filter(isAccepted).map(({ stop }) => stop));
  const daysWithStops = ends.filter((stops) => stops.length > 0);
  return daysWithStops.flatMap((stops, index): [Stop, Stop][] => {
    const [from, to] = [daysWithStops[index - 1]?.at(-1), stops[0]];
    return from && to && from.placeId !== to.placeId ? [[from, to]] : [];
  });
}

/** Total distance within and between days, kilometres. */
export const kilometresOf = (chapters: readonly Chapter[]): number =>
  chapters.reduce((sum, { kilometres }) => sum + kilometres, 0) +
  bridgesOf(chapters).reduce((sum, [from, to]) => sum + kilometresBetween(from.coordinates, to.coordinates), 0);

/** First entry of a stop with its chapter, and the entries before and after it, null at the ends. Null for an invisible stop. */
export function neighboursOf(
  chapters: readonly Chapter[],
  stopId: string,
): { chapter: Chapter; entry: Entry; before: Entry | null; after: Entry | null } | null {
  const entries = entriesOf(chapters);
  const index = entries.findIndex(({ stop }) => stop.id === stopId);
  const entry = entries[index];
  const chapter = chapters.find((each) => entry && each.entries.includes(entry));
  if (!entry || !chapter) return null;
  return { chapter, entry, before: entries[index - 1] ?? null, after: entries[index + 1] ?? null };
}
