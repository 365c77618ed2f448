import type { EventVocabulary } from '@waystory/proto/kit/event.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { FieldChange, History, HistoryEntry, HistoryPart, HistoryQuery } from '@waystory/proto/operations/history.ts';
import { type Stream, streamName } from '../commands/decider.ts';
import { Rejected } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../event-store/port.ts';

/** Parts of a stream with their own ids, such as days. Each has the field of its id, and the prefix of its event types. */
const parts = [
  { field: 'dayId', beginning: 'Day', type: 'day' },
  { field: 'stopId', beginning: 'Stop', type: 'stop' },
] as const;

/** The day or stop that an event is about; null for any other event. */
export function historyPartOf(type: string, data: Readonly<Record<string, unknown>>): HistoryPart | null {
  const part = parts.find(({ field, beginning }) => type.startsWith(beginning) && typeof data[field] === 'string');
  return part ? { type: part.type, id: String(data[part.field]) } : null;
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that an event sets; events of partial changes hold them in `changes`. */
const fieldsOf = (data: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
    name === 'changes' && isObject(value) ? Object.entries(value) : [[name, value]],
  );

/** History entries in order. The old value of a field comes from the last event that set it. */
export function historyOf(recorded: readonly RecordedEvent[], vocabulary: EventVocabulary): HistoryEntry[] {
  const known = new Map<string, unknown>();
  return recorded.map(({ type, schema, data: stored, stream, version, at, meta }) => {
    const data = upcast(vocabulary, { type, schema, data: stored });
    const part = historyPartOf(type, data);
    const owner = part?.id ?? stream.slice(stream.indexOf('-') + 1);
    const fields = fieldsOf(data).flatMap(([name, value]): FieldChange[] => {
      // Omitted, because the entry states this id as its subject.
      if (value === owner) return [];
      const key = `${owner} ${name}`;
      const before = known.get(key) ?? null;
      const after = value ?? null;
      known.set(key, after);
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ name, before, after }];
    });
    const { actorId, role = null, cause = null, jobId = null, commandId } = meta;
    return { version, at, action: type, part, actorId, role, cause, jobId, commandId, fields };
  });
}

const isEnd = ({ action, part }: HistoryEntry): boolean => part === null && action.endsWith('Deleted');

/** Removes the old and new values from an entry of a deleted stream. Field names stay, and so do the reasons that moderators and admins gave. */
const withoutWords = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  fields: entry.fields.map((field) => (field.name === 'reason' ? field : { ...field, before: null, after: null })),
});

type Kind = Pick<Stream<never, never, never>, 'category' | 'events'>;

/**
 * A page of a stream's history, newest first.
 * @throws Rejected with the code `unknown` when the stream never existed.
 */
export async function historyPage(
  events: Pick<EventStore, 'read'>,
  { stream, id, unknown }: { stream: Kind; id: string; unknown: `${string}/${string}` },
  { before, limit }: HistoryQuery,
): Promise<History> {
  // All events are read, because an entry shows old values, and the last event tells whether the stream was deleted.
  const entries = historyOf(await events.read(streamName(stream.category, id)), stream.events);
  const last = entries.at(-1);
  if (!last) throw new Rejected(unknown);
  const page = entries.filter(({ version }) => before === undefined || version < before).slice(-limit);
  const items = (isEnd(last) ? page.map(withoutWords) : page).reverse();
  const oldest = items.at(-1)?.version ?? 1;
  return { items, next: oldest > 1 ? oldest : null };
}
