import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { isReversal } from '@waystory/proto/kit/cause.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import type { Story, StoryEvent } from '../itinerary/story.ts';
import type { ChosenPlace } from '../stop/stop.ts';
import { type EntityWrite, entityDocOf, isEqualJson, type StoryEntityDoc, type StoryEntityRef, writesBetween, writesTo } from './thing.ts';

/** An event of a story, with its cause. */
export type CausedEvent = StoryEvent & EventContext & { cause: string | null; actorId: string | null };

/** Consecutive writes by one side: by the causes to reverse, or by others. */
export interface WriteRun {
  isAsked: boolean;
  /** Value before the first write of the run. */
  before: unknown;
  /** Version of the story after the last write of the run. */
  version: number;
}

/** Writes to an itinerary, day or stop: its creation and removal, and each field, the latest last. */
export interface EntityHistory extends StoryEntityRef {
  existence: WriteRun[];
  fields: Map<string, WriteRun[]>;
  /** Last state of the document. */
  doc: StoryEntityDoc;
}

export interface StoryHistory {
  /** Present state of the story. */
  story: Story;
  /** Last state in which the itinerary existed. */
  living: Story;
  /** Itinerary, days and stops written since the first event to reverse, in order of their first write. */
  things: EntityHistory[];
  /** Countries that came with stops of the events to reverse. */
  countryIds: Set<string>;
  /** Origin of the place of each stop, by stop id. */
  placeOrigins: Map<string, ChosenPlace['placeOrigin']>;
}

const { evolve, evolveAll, initial } = storyStream.decider;

/**
 * History of writes to a story since the first event to reverse.
 * @param events all of the story, from the first on
 */
export function storyHistoryOf(events: readonly CausedEvent[], isAsked: (event: CausedEvent) => boolean): StoryHistory {
  const first = events.findIndex(isAsked);
  const from = first < 0 ? events.length : first;
  const before = events.slice(0, from);
  let story = evolveAll ? evolveAll(initial, before) : before.reduce(evolve, initial);
  let living = story;
  const things = new Map<string, EntityHistory>();
  const countryIds = new Set<string>();
  for (const event of events.slice(from)) {
    const next = evolve(story, event);
    const isOne = isAsked(event);
    for (const write of writesBetween(story, next)) {
      // A stop adds its country to the itinerary; its removal does not remove the country.
      if (isPlacing(event) && write.field === 'countryIds') {
        if (isOne && event.data.countryId) countryIds.add(event.data.countryId);
      } else note(things, write, event, isOne, next);
    }
    story = next;
    if (story.itinerary) living = story;
  }
  return { story, living, things: [...things.values()], countryIds, placeOrigins: placeOriginsIn(events) };
}

function note(things: Map<string, EntityHistory>, write: EntityWrite, event: CausedEvent, isAsked: boolean, after: Story): void {
  const { kind, id, field, before } = write;
  const key = `${kind}:${id}`;
  const doc = entityDocOf(after, write) ?? (field === null ? (before as StoryEntityDoc) : undefined); // a removed entity had a document
  const known = things.get(key);
  const thing = known ?? (doc && { kind, id, existence: [], fields: new Map<string, WriteRun[]>(), doc });
  if (!thing) return;
  // A restored day or stop may differ from its state at its removal.
  if (known && doc && field === null && write.after) for (const one of writesTo(write, known.doc, doc)) note(things, one, event, isAsked, after);
  things.set(key, doc ? { ...thing, doc } : thing);
  const runs = field === null ? thing.existence : (thing.fields.get(field) ?? []);
  if (field !== null) thing.fields.set(field, runs);
  const undone = !isAsked && isReversal(event.cause) ? runs.findLastIndex((run) => isAgain(run.before, write)) : -1;
  const last = runs.at(-1);
  // A reversed write is removed from the history.
  if (undone >= 0) runs.splice(undone);
  else if (last?.isAsked && isAsked) last.version = event.version;
  else runs.push({ isAsked, before, version: event.version });
}

/** Whether a write restores an earlier value. */
const isAgain = (once: unknown, { field, after }: EntityWrite): boolean =>
  field === null ? (once === undefined) === (after === undefined) : isEqualJson(once, after);

const placeOriginsIn = (events: readonly CausedEvent[]): StoryHistory['placeOrigins'] =>
  new Map(events.flatMap((event) => (isPlacing(event) ? [[event.data.stopId, event.data.placeOrigin] as const] : [])));

const isPlacing = (event: StoryEvent): event is Extract<StoryEvent, { type: 'StopAdded' | 'StopRelocated' }> =>
  event.type === 'StopAdded' || event.type === 'StopRelocated';
