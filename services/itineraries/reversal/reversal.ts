import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import type { ReversedEntity, UnreversedEntity } from '@waystory/proto/itineraries/reversal.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { docIn, docsIn } from '../itinerary/doc-table.ts';
import type { StoryCommand } from '../itinerary/story.stream.ts';
import type { StopChanges } from '../stop/stop.ts';
import { type CausedEvent, type EntityHistory, type StoryHistory, storyHistoryOf, type WriteRun } from './story-history.ts';
import { entityDocOf, fieldValue, isEqualJson, type StoryEntityDoc, type StoryEntityRef, shownField, withValues, writtenFields } from './thing.ts';

/** Commands that reverse the changes of a cause. */
export interface Reversal {
  /** In order of execution, with the caller as their actor. */
  commands: StoryCommand[];
  restored: ReversedEntity[];
  left: UnreversedEntity[];
  /** History of the story up to the reversal. */
  history: StoryHistory;
}

/**
 * Reversal of some events of a story. Values that others overwrote later stay, and so does a created itinerary, day or stop that others wrote to
 * later. Writes that were reversed before are ignored.
 * @param events all of the story, from the first on
 */
export function reversalOf(events: readonly CausedEvent[], isAsked: (event: CausedEvent) => boolean, actor: Principal): Reversal {
  const history = storyHistoryOf(events, isAsked);
  const { wanted, left } = possible(history, wantedChanges(history));
  const { story } = history;
  const commands = commandsFor(history, wanted, actor);
  return {
    commands,
    restored: wanted.map((one) => ({ ...named(one), fields: one.change === 'CHANGED' ? shown([...one.values.keys()]) : [], change: one.change })),
    left: left.map((one) => ({ ...named({ ...one, doc: entityDocOf(story, one) ?? one.doc }), fields: shown(one.fields), reason: one.reason })),
    history,
  };
}

const shown = (fields: readonly string[]): string[] => [...new Set(fields.map(shownField))];

const named = ({ kind, id, doc }: StoryEntityRef & { doc: StoryEntityDoc }) => ({
  kind,
  id,
  title: doc.title,
  number: 'number' in doc ? doc.number : null,
});

/** Leaves out impossible changes: a stop on removed days, the removal of a day with stops, or of an itinerary with content. */
function possible(history: StoryHistory, { wanted, left }: { wanted: WantedChange[]; left: Left[] }) {
  const { story } = history;
  const of = (kind: StoryEntityRef['kind'], change: WantedChange['change']) => wanted.filter((one) => one.kind === kind && one.change === change);
  const itinerary = wanted.find(({ kind }) => kind === 'itinerary');
  if (!story.itinerary && itinerary?.change !== 'RESTORED') return { wanted: [], left: gone(history, wanted, left) };
  const restoredDays = new Set(of('day', 'RESTORED').map(({ id }) => id));
  const isDay = (id: string): boolean => restoredDays.has(id) || docIn(story.days, id) !== undefined;
  const placed = wanted.flatMap((one) => onDaysThatAre(one, isDay, left));
  const stays = stopsAfter(history, placed);
  const used = new Set(stays.flatMap(({ dayIds }) => dayIds));
  const kept = placed.filter((one) => {
    const isUsed = one.kind === 'day' && one.change === 'REMOVED' && used.has(one.id);
    if (isUsed) left.push({ ...one, fields: [], reason: 'STILL_USED' });
    return !isUsed;
  });
  if (itinerary?.change !== 'REMOVED') return { wanted: withCountries(history, kept, stays), left };
  const removedDays = new Set(kept.flatMap(({ kind, id, change }) => (kind === 'day' && change === 'REMOVED' ? [id] : [])));
  const isEmpty = stays.length === 0 && docsIn(story.days).every(({ id }) => removedDays.has(id));
  if (isEmpty && !isWrittenByOthers(history)) return { wanted: [itinerary], left };
  left.unshift({ ...itinerary, fields: [], reason: 'CHANGED_LATER' });
  const others = kept.filter((one) => one !== itinerary);
  return { wanted: withCountries(history, others, stays), left };
}

/** A story that was deleted later stays deleted, and is reported as a whole. */
function gone({ living }: StoryHistory, wanted: readonly WantedChange[], left: readonly Left[]): Left[] {
  const { itinerary: doc } = living;
  return doc && wanted.length + left.length > 0 ? [{ kind: 'itinerary', id: doc.id, doc, fields: [], reason: 'REMOVED_LATER' }] : [];
}

/**
 * A stop returns to those of its days that still exist. Without such a day, a moved stop stays where it is, and a removed stop returns without a day.
 */
function onDaysThatAre(one: WantedChange, isDay: (id: string) => boolean, left: Left[]): WantedChange[] {
  const before = one.kind === 'stop' ? (wantedValue(one, 'dayIds') as string[]) : []; // of a stop
  if (one.change === 'REMOVED' || before.every(isDay)) return [one];
  const dayIds = before.filter(isDay);
  if (one.change === 'RESTORED') return [{ ...one, doc: { ...one.doc, dayIds } as Stop }]; // it has days
  const values = new Map(one.values);
  if (dayIds.length > 0) values.set('dayIds', dayIds);
  else {
    values.delete('dayIds');
    left.push({ ...one, fields: ['dayIds'], reason: 'REMOVED_LATER' });
  }
  return values.size > 0 ? [{ ...one, values }] : [];
}

type StopAfter = Pick<Stop, 'dayIds' | 'countryId'>;

/** Stops in their state after all changes. */
function stopsAfter({ story }: StoryHistory, wanted: readonly WantedChange[]): StopAfter[] {
  const changes = new Map(wanted.flatMap((one) => (one.kind === 'stop' ? [[one.id, one] as const] : [])));
  const known = docsIn(story.stops).flatMap((stop): StopAfter[] => {
    const change = changes.get(stop.id);
    if (change?.change === 'REMOVED') return [];
    return [change ? { countryId: stop.countryId, dayIds: wantedValue(change, 'dayIds') as string[] } : stop]; // of a stop
  });
  const back = [...changes.values()].flatMap(({ change, doc }) => (change === 'RESTORED' ? [doc as Stop] : [])); // those of stops
  return [...known, ...back];
}

/** Removes countries that came only with removed stops; countries of existing stops stay. */
function withCountries({ story, things, countryIds }: StoryHistory, wanted: readonly WantedChange[], stops: readonly StopAfter[]): WantedChange[] {
  const { itinerary } = story;
  if (!itinerary) return [...wanted];
  const used = new Set(stops.map(({ countryId }) => countryId));
  const known = wanted.find(({ kind }) => kind === 'itinerary');
  const rewritten = known?.change === 'CHANGED' ? (known.values.get('countryIds') as string[] | undefined) : undefined; // of an itinerary
  const isOthers = things.some(({ kind, fields }) => kind === 'itinerary' && fields.get('countryIds')?.at(-1)?.isAsked === false);
  const kept = itinerary.countryIds.filter((id) => !countryIds.has(id) || used.has(id));
  const before = rewritten && [...rewritten, ...itinerary.countryIds.filter((id) => used.has(id) && !rewritten.includes(id))];
  const after = before ?? (isOthers ? itinerary.countryIds : kept);
  if (after.length === itinerary.countryIds.length && !rewritten) return [...wanted];
  const values = new Map(known?.change === 'CHANGED' ? known.values : []).set('countryIds', after);
  return [...wanted.filter((one) => one !== known), { kind: 'itinerary', id: itinerary.id, doc: itinerary, change: 'CHANGED', values }];
}

/** Commands in dependency order. */
function commandsFor({ living, placeOrigins }: StoryHistory, wanted: readonly WantedChange[], actor: Principal): StoryCommand[] {
  const ordered = [...wanted].sort((a, b) => rankOf(a) - rankOf(b) || numberOf(a) - numberOf(b));
  return ordered.map((one): StoryCommand => {
    const { kind, id, doc, change } = one;
    if (kind === 'itinerary') {
      if (change === 'REMOVED') return { type: 'DeleteItinerary', actor };
      if (change === 'CHANGED') return { type: 'PatchItinerary', changes: valuesOf(one), actor };
      const { hidden: _, ...itinerary } = writtenOf('itinerary', doc) as Pick<Itinerary, 'title' | 'visibility' | 'hidden'>; // of an itinerary
      return { type: 'CreateItinerary', accountId: living.itinerary?.accountId ?? '', itinerary, actor };
    }
    if (kind === 'day') {
      if (change === 'REMOVED') return { type: 'RemoveDay', dayId: id, actor };
      if (change === 'CHANGED') return { type: 'PatchDay', dayId: id, changes: valuesOf(one), actor };
      return { type: 'AddDay', dayId: id, day: writtenOf('day', doc), number: (doc as Day).number, actor }; // of a day
    }
    if (change === 'REMOVED') return { type: 'RemoveStop', stopId: id, actor };
    if (change === 'CHANGED') return { type: 'PatchStop', stopId: id, changes: stopValuesOf(one), actor };
    return { type: 'RestoreStop', stop: doc as Stop, placeOrigin: placeOrigins.get(id), actor }; // of a stop
  });
}

/**
 * Dependencies are restored first and removed last. Countries are written before stops add their countries, so that the author of the countries is
 * recorded.
 */
const ranks: Record<WantedChange['change'], Record<StoryEntityRef['kind'], number>> = {
  RESTORED: { itinerary: 0, day: 1, stop: 3 },
  CHANGED: { itinerary: 2, day: 4, stop: 5 },
  REMOVED: { stop: 6, day: 7, itinerary: 8 },
};
const rankOf = ({ kind, change }: WantedChange): number => ranks[change][kind];

/** Days are restored from the first on and removed from the last on, so each regains its former number. */
function numberOf({ doc, change }: WantedChange): number {
  if (!('number' in doc)) return 0;
  return change === 'REMOVED' ? -doc.number : doc.number;
}

/** Old values in the form of a request body. */
const valuesOf = (one: WantedChange): Record<string, never> =>
  Object.fromEntries(one.change === 'CHANGED' ? one.values : []) as Record<string, never>; // written fields with their earlier values

/** Old values of a stop. If its index on one day changes, the indexes on all its days are given. */
function stopValuesOf(one: WantedChange): StopChanges {
  if (one.change !== 'CHANGED') return {};
  const [own, placing] = [new Map(one.values), [...one.values.keys()].filter((field) => ['dayIds', 'index'].includes(shownField(field)))];
  for (const field of placing) own.delete(field);
  const { dayIds, index, dayIndexes = [] } = withValues(one.doc as Stop, one.values); // of a stop
  return { ...Object.fromEntries(own), ...(placing.length > 0 && { dayIds, index, dayIndexes }) };
}

const writtenOf = (kind: StoryEntityRef['kind'], doc: StoryEntityDoc): Record<string, unknown> =>
  Object.fromEntries(writtenFields[kind].map((field) => [field, fieldValue(doc, field)]));

/** Change that restores the former state of one itinerary, day or stop. */
type WantedChange = StoryEntityRef & { doc: StoryEntityDoc } & (
    | { change: 'REMOVED' }
    | { change: 'RESTORED' }
    /** Old values by field. */
    | { change: 'CHANGED'; values: Map<string, unknown> }
  );

/** An itinerary, day or stop that stays unchanged, with the reason. */
interface Left extends StoryEntityRef {
  doc: StoryEntityDoc;
  fields: readonly string[];
  reason: UnreversedEntity['reason'];
}

/**
 * Changes that undo the events to reverse, one per itinerary, day or stop. `left` lists what stays, because it was changed or removed later.
 * Dependencies between changes are not considered here.
 */
function wantedChanges(history: StoryHistory): { wanted: WantedChange[]; left: Left[] } {
  const wanted: WantedChange[] = [];
  const left: Left[] = [];
  for (const thing of history.things) {
    const { kind, id, existence, fields } = thing;
    const doc = entityDocOf(history.story, thing);
    const coming = existence.at(-1);
    if (coming?.isAsked) {
      const isNew = coming.before === undefined;
      if (!isNew && !doc) wanted.push({ kind, id, doc: asBefore(thing, coming.before as StoryEntityDoc), change: 'RESTORED' }); // a removed entity had a document
      if (isNew && doc && isWrittenSince(thing, coming.version)) left.push({ kind, id, doc, fields: othersIn(thing), reason: 'CHANGED_LATER' });
      else if (isNew && doc) wanted.push({ kind, id, doc, change: 'REMOVED' });
    } else {
      const asked = [...fields].filter(([, runs]) => runs.some(({ isAsked }) => isAsked));
      const own = asked.filter(([, runs]) => runs.at(-1)?.isAsked);
      const others = asked.filter(([, runs]) => !runs.at(-1)?.isAsked).map(([field]) => field);
      if (!doc) {
        if (asked.length > 0) left.push({ kind, id, doc: thing.doc, fields: asked.map(([field]) => field), reason: 'REMOVED_LATER' });
        continue;
      }
      const values = new Map(own.flatMap(([field, runs]) => oldValue(doc, field, runs)));
      if (values.size > 0) wanted.push({ kind, id, doc, change: 'CHANGED', values });
      if (others.length > 0) left.push({ kind, id, doc, fields: others, reason: 'CHANGED_LATER' });
    }
  }
  return { wanted, left };
}

/** Value of a field before its last write, with its name; nothing if it equals the present value. */
function oldValue(doc: StoryEntityDoc, field: string, runs: readonly WriteRun[]): [string, unknown][] {
  const before = runs.at(-1)?.before;
  return isEqualJson(before, fieldValue(doc, field)) ? [] : [[field, before]];
}

/** Document of a removed day or stop, without earlier writes of the cause. */
function asBefore({ fields }: EntityHistory, doc: StoryEntityDoc): StoryEntityDoc {
  const old = [...fields].flatMap(([field, runs]) => {
    const last = runs.at(-1);
    return last?.isAsked ? [[field, last.before] as const] : [];
  });
  return withValues(doc, new Map(old));
}

const othersIn = ({ fields }: EntityHistory): string[] => [...fields].flatMap(([field, runs]) => (runs.at(-1)?.isAsked === false ? [field] : []));

/** True when others wrote to the document after its creation. */
const isWrittenSince = ({ fields }: EntityHistory, version: number): boolean =>
  [...fields.values()].some((runs) => runs.some((run) => !run.isAsked && run.version > version));

/** True when others wrote to the story. */
const isWrittenByOthers = ({ things }: StoryHistory): boolean =>
  things.some(({ existence, fields }) => [existence, ...fields.values()].some((runs) => runs.some(({ isAsked }) => !isAsked)));

/** Value of a field after the reversal. */
const wantedValue = ({ doc, ...wanted }: WantedChange, field: string): unknown =>
  wanted.change === 'CHANGED' && wanted.values.has(field) ? wanted.values.get(field) : fieldValue(doc, field);
