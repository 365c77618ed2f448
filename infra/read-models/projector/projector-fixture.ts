import { randomUUID } from 'node:crypto';
import { defineEvents } from '@waystory/proto/kit/event.ts';
import { z } from 'zod';
import type { BusRecord } from '../../bus/port.ts';
import type { NewEvent, RecordedEvent } from '../../event-store/port.ts';
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
    // Votes may arrive before the title.
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
/** Auxiliary document: the notes that must receive a board's title. */
const boardNotes = defineCollection({
  name: 'board-notes',
  doc: z.object({ id: z.string(), title: z.string().nullable(), noteIds: z.array(z.string()) }),
  filterable: {},
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});

/** Text on which the handler of a note throws; null for none. */
export interface Refusing {
  text: string | null;
}

/** The projection; its handler throws on notes with the text in `refusing`. */
export function boardProjection(refusing: Refusing = { text: null }, version = 1): AnyProjection {
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
  return projection as unknown as AnyProjection; // handlers receive events of `reads` only
}

type Docs = Parameters<NonNullable<ReturnType<typeof typed>['on']['BoardOpened']>>[1];
/** Never called; it gives the type of \`docs\` a name. */
const typed = () => defineProjection({ name: '', version: 1, collections: { boards: board, notes: note, boardNotes }, reads: boardEvents, on: {} });

const addVotes = (docs: Docs, boardId: string, weight: number): void =>
  docs.boards.update(boardId, (doc) => ({ ...doc, id: boardId, votes: (doc?.votes ?? 0) + weight }));

/** Copies the board's current title, not the event's, which may be an old redelivery. */
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

const schemaOf = (type: string): number => (boardEvents.upcasters[type as keyof typeof boardEvents.upcasters]?.length ?? 0) + 1; // an unknown key yields 1

export const newEvent = ({ type, data, schema = schemaOf(type) }: Step): NewEvent => ({
  id: randomUUID(),
  type,
  schema,
  data,
  at: new Date().toISOString(),
  meta: { actorId: null, commandId: randomUUID() },
});

/** The steps as recorded events, from position 1. */
export function recorded(steps: readonly Step[]): RecordedEvent[] {
  const versions = new Map<string, number>();
  return steps.map((step, index) => {
    const version = (versions.get(step.stream) ?? 0) + 1;
    versions.set(step.stream, version);
    return { ...newEvent(step), stream: step.stream, version, position: index + 1 };
  });
}

export const onePartition = (events: readonly RecordedEvent[]): BusRecord[] =>
  events.map((event) => ({ partition: '0', offset: event.position, event }));
