import { randomUUID } from 'node:crypto';
import { defineEvents } from '@waystory/proto/kit/event.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Bus, BusRecord, Subscription } from '../../bus/port.ts';
import { postgresBus } from '../../bus/postgres.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import { postgresDeadLetters } from '../../dead-letters/postgres.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../../event-store/port.ts';
import { postgresEventStore } from '../../event-store/postgres.ts';
import { createLog } from '../../log.ts';
import { type TestDatabase, testDatabase } from '../../postgres/test-database.ts';
import type { ProjectionStore } from '../../projection-store/port.ts';
import { postgresProjectionStore } from '../../projection-store/postgres.ts';
import { type AnyProjection, defineCollection, defineProjection } from '../projection.ts';

/** A read model for tests: boards with notes and votes, each with its own stream. */
export const boardEvents = defineEvents(
  {
    BoardOpened: z.object({ boardId: z.string(), title: z.string() }),
    BoardRenamed: z.object({ boardId: z.string(), title: z.string() }),
    BoardClosed: z.object({ boardId: z.string() }),
    NotePinned: z.object({ noteId: z.string(), boardId: z.string(), text: z.string() }),
    NoteEdited: z.object({ noteId: z.string(), text: z.string() }),
    VoteCast: z.object({ boardId: z.string(), weight: z.number() }),
    VoteMoved: z.object({ fromId: z.string(), toId: z.string(), weight: z.number() }),
  },
  // The first votes had no weight.
  { VoteCast: [(data) => ({ ...data, weight: 1 })] },
);

const board = defineCollection({
  name: 'board',
  doc: z.object({
    id: z.string(),
    title: z.string().optional(),
    closed: z.boolean().optional(),
    votes: z.number().optional(),
    notes: z.number().optional(),
  }),
  filterable: { title: 'text', votes: 'number' },
  sortable: ['votes'],
  indexes: [{ kind: 'ordered', on: ['votes'] }],
  visibleTo: () => null,
  search: {
    index: 'boards',
    version: 1,
    texts: { title: 'name' },
    filters: { title: 'text' },
    category: 'board',
    // A board may get votes before its title.
    searched: ({ title, closed }) => (title === undefined || closed ? null : { texts: { title }, filters: { title } }),
  },
});
const note = defineCollection({
  name: 'note',
  doc: z.object({ id: z.string(), text: z.string(), boardTitle: z.string().nullable() }),
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});
/** Auxiliary document per board: ids of the notes that have a copy of its title. */
const boardNotes = defineCollection({
  name: 'board-notes',
  doc: z.object({ id: z.string(), title: z.string().nullable(), noteIds: z.array(z.string()) }),
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});

/** Text of a note on which its handler throws; null when it never throws. */
export interface RefusedText {
  text: string | null;
}

/** Projection of boards, whose handlers throw on notes with the text in `refusing`. */
export function boardProjection(refusing: RefusedText = { text: null }, version = 1): AnyProjection {
  const projection = defineProjection({
    name: 'boards',
    version,
    collections: { boards: board, notes: note, boardNotes },
    reads: boardEvents,
    on: {
      BoardOpened: ({ data: { boardId, title } }, docs) => {
        docs.boards.update(boardId, (doc) => ({ ...doc, id: boardId, title, ...(version > 1 && { closed: false }) }));
        rename(docs, boardId, title);
      },
      BoardRenamed: ({ data: { boardId, title } }, docs) => {
        docs.boards.update(boardId, (doc) => ({ ...doc, id: boardId, title }));
        rename(docs, boardId, title);
      },
      BoardClosed: ({ data: { boardId } }, docs) => docs.boards.update(boardId, (doc) => ({ ...doc, id: boardId, closed: true })),
      NotePinned: ({ data: { noteId, boardId, text } }, docs) => {
        docs.boardNotes.update(boardId, (doc) => ({ id: boardId, title: doc?.title ?? null, noteIds: [...(doc?.noteIds ?? []), noteId].sort() }));
        docs.boards.update(boardId, (doc) => ({ ...doc, id: boardId, notes: (doc?.notes ?? 0) + 1 }));
        docs.notes.update(noteId, () => ({ id: noteId, text, boardTitle: docs.boardNotes.get(boardId)?.title ?? null }));
        if (text === refusing.text) throw new Error(`cannot take ${text}`);
      },
      NoteEdited: ({ data: { noteId, text } }, docs) => {
        docs.notes.update(noteId, (doc) => (text === '' ? undefined : doc && { ...doc, text }));
        if (text === refusing.text) throw new Error(`cannot take ${text}`);
      },
      VoteCast: ({ data: { boardId, weight } }, docs) => addVotes(docs, boardId, weight),
      VoteMoved: ({ data: { fromId, toId, weight } }, docs) => {
        addVotes(docs, fromId, -weight);
        addVotes(docs, toId, weight);
      },
    },
  });
  return projection as unknown as AnyProjection; // as: handlers receive only events of `reads`
}

type Docs = Parameters<NonNullable<ReturnType<typeof typed>['on']['BoardOpened']>>[1];
/** Never called; its return type defines the type of `docs`. */
const typed = () => defineProjection({ name: '', version: 1, collections: { boards: board, notes: note, boardNotes }, reads: boardEvents, on: {} });

const addVotes = (docs: Docs, boardId: string, weight: number): void =>
  docs.boards.update(boardId, (doc) => ({ ...doc, id: boardId, votes: (doc?.votes ?? 0) + weight }));

/** Copies the current title of the board, because the title in the event may be an old redelivery. */
function rename(docs: Docs, boardId: string, title: string): void {
  docs.boardNotes.update(boardId, (doc) => ({ id: boardId, noteIds: doc?.noteIds ?? [], title }));
  const now = docs.boardNotes.get(boardId);
  for (const noteId of now?.noteIds ?? []) docs.notes.update(noteId, (doc) => doc && { ...doc, boardTitle: now?.title ?? null });
}

/** An event of the fixture with its stream. */
export interface Step {
  stream: string;
  type: string;
  data: Record<string, unknown>;
  schema?: number;
}

const schemaOf = (type: string): number => (boardEvents.upcasters[type as keyof typeof boardEvents.upcasters]?.length ?? 0) + 1; // as: an unknown key yields undefined, and so version 1

export const newEvent = ({ type, data, schema = schemaOf(type) }: Step): NewEvent => ({
  id: randomUUID(),
  type,
  schema,
  data,
  at: new Date().toISOString(),
  meta: { actorId: null, commandId: randomUUID() },
});

/** The steps as recorded events, from position 1. */
export function recordedEvents(steps: readonly Step[]): RecordedEvent[] {
  const versions = new Map<string, number>();
  return steps.map((step, index) => {
    const version = (versions.get(step.stream) ?? 0) + 1;
    versions.set(step.stream, version);
    return { ...newEvent(step), stream: step.stream, version, position: index + 1 };
  });
}

export const onePartition = (events: readonly RecordedEvent[]): BusRecord[] =>
  events.map((event) => ({ partition: '0', offset: event.position, event }));

/** Engines of one process. */
export interface Adapters {
  events: EventStore;
  bus: Bus;
  store: ProjectionStore;
  deadLetters: DeadLetters;
}

export interface TestEngines extends Adapters {
  database: TestDatabase;
  /** Opens another set of adapters, as another process would. */
  another(): Adapters;
  /** Registers a subscription, which is stopped at the end of the test. */
  running<T extends Pick<Subscription, 'stop'>>(one: T): T;
  close(): Promise<void>;
}

export const log = createLog('silent');

/** Adapters on a temporary database. */
export async function testEngines(): Promise<TestEngines> {
  const database = await testDatabase();
  const opened: Adapters[] = [];
  const runs: Pick<Subscription, 'stop'>[] = [];
  const another = (): Adapters => {
    const events = postgresEventStore(database.pool);
    const engines = {
      events,
      bus: postgresBus(database.pool, events),
      store: postgresProjectionStore(database.pool),
      deadLetters: postgresDeadLetters(database.pool),
    };
    opened.push(engines);
    return engines;
  };
  return {
    ...another(),
    database,
    another,
    running: (one) => {
      runs.push(one);
      return one;
    },
    close: async () => {
      await Promise.all(runs.map((one) => one.stop()));
      for (const { events, bus, store, deadLetters } of opened) {
        await bus.close();
        await Promise.all([events.close(), store.close(), deadLetters.close()]);
      }
      await database.close();
    },
  };
}

/** Appends steps in order and returns the position of the last. */
export async function write(events: EventStore, steps: readonly Step[]): Promise<number> {
  let position = 0;
  for (const step of steps) position = (await events.append(step.stream, 'any', [newEvent(step)])).position;
  return position;
}

/** Waits until the condition holds. */
export const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition, { timeout: 20_000, interval: 10 }).toBe(true);

/** Waits until the build in use includes `position`. */
export const untilApplied = (store: ProjectionStore, projection: string, position: number) =>
  until(async () => {
    const build = (await store.activeVersions())[projection];
    return ((await store.checkpoints(`${projection}@${build}`))['0']?.watermark ?? 0) >= position;
  });
