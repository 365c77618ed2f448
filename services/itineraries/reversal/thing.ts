import { type Day, dayFields } from '@waystory/proto/itineraries/day.ts';
import { type Itinerary, itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { type Stop, stopFields } from '@waystory/proto/itineraries/stop.ts';
import { changedDocsBetween, docIn } from '../itinerary/doc-table.ts';
import type { Story } from '../itinerary/story.ts';

interface Docs {
  itinerary: Itinerary;
  day: Day;
  stop: Stop;
}
export type StoryEntityKind = keyof Docs;
export type StoryEntityDoc = Docs[StoryEntityKind];

/** Fields that commands write, for itinerary, day and stop; all other fields are derived. */
export const writtenFields: { readonly [K in StoryEntityKind]: readonly (keyof Docs[K] & string)[] } = {
  itinerary: [...keysOf(itineraryFields), 'visibility', 'hidden'],
  day: keysOf(dayFields),
  stop: [...keysOf(stopFields), 'dayIds', 'index', 'state', 'placeId'],
};

/** Prefix of the pseudo-field for a stop's index on one day; the day id follows. Each day has its own field, because each is written separately. */
const onDay = 'index on ';

/** Name of a field for people: the index on one day is shown as the index. */
export const shownField = (field: string): string => (field.startsWith(onDay) ? 'index' : field);

const dayIndexesOf = (doc: StoryEntityDoc) => ('dayIndexes' in doc && doc.dayIndexes) || [];

/** A document with some fields replaced. */
export function withValues<D extends StoryEntityDoc>(doc: D, values: ReadonlyMap<string, unknown>): D {
  const own = [...values].filter(([field]) => !field.startsWith(onDay));
  const dayIndexes = dayIndexesOf(doc).filter(({ dayId }) => !values.has(onDay + dayId));
  for (const [field, index] of values)
    if (field.startsWith(onDay) && typeof index === 'number') dayIndexes.push({ dayId: field.slice(onDay.length), index });
  return { ...doc, ...Object.fromEntries(own), ...('dayIds' in doc && { dayIndexes }) };
}

function keysOf<T extends object>(fields: T): (keyof T & string)[] {
  return Object.keys(fields) as (keyof T & string)[]; // of a literal
}

/** Reference to an itinerary, day or stop of a story. */
export interface StoryEntityRef {
  kind: StoryEntityKind;
  id: string;
}

/** The document of a reference; undefined when it does not exist. */
export function entityDocOf(story: Story, { kind, id }: StoryEntityRef): StoryEntityDoc | undefined {
  if (kind === 'itinerary') return story.itinerary ?? undefined;
  return kind === 'day' ? docIn(story.days, id) : docIn(story.stops, id);
}

/** Value of a field in `writtenFields`, or of an index on one day. */
export const fieldValue = (doc: StoryEntityDoc, field: string): unknown =>
  field.startsWith(onDay)
    ? dayIndexesOf(doc).find(({ dayId }) => onDay + dayId === field)?.index
    : (doc as unknown as Record<string, unknown>)[field]; // documents are plain data

export const isEqualJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Creation or removal of an itinerary, day or stop (`field` is null), or a change of one field. */
export interface EntityWrite extends StoryEntityRef {
  field: string | null;
  before: unknown;
  after: unknown;
}

/** Writes between two states of a story. */
export function writesBetween(before: Story, after: Story): EntityWrite[] {
  const itineraryId = after.itinerary?.id ?? before.itinerary?.id ?? '';
  const things: StoryEntityRef[] = [
    ...(before.itinerary === after.itinerary ? [] : [{ kind: 'itinerary' as const, id: itineraryId }]),
    ...changedDocsBetween(before.days, after.days).map(([id]) => ({ kind: 'day' as const, id })),
    ...changedDocsBetween(before.stops, after.stops).map(([id]) => ({ kind: 'stop' as const, id })),
  ];
  return things.flatMap((thing) => writesTo(thing, entityDocOf(before, thing), entityDocOf(after, thing)));
}

/** Writes between two states of one document. */
export function writesTo({ kind, id }: StoryEntityRef, before: StoryEntityDoc | undefined, after: StoryEntityDoc | undefined): EntityWrite[] {
  if (!before || !after) return before || after ? [{ kind, id, field: null, before, after }] : [];
  const places = [...dayIndexesOf(before), ...dayIndexesOf(after)].map(({ dayId }) => onDay + dayId);
  const changed = [...writtenFields[kind], ...new Set(places)].filter((field) => !isEqualJson(fieldValue(before, field), fieldValue(after, field)));
  return changed.map((field) => ({ kind, id, field, before: fieldValue(before, field), after: fieldValue(after, field) }));
}
