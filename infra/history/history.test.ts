import { defineEvents, schemaVersion } from '@waystory/proto/kit/event.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { RecordedEvent } from '../event-store/port.ts';
import { historyOf, historyPage } from './history.ts';

const storyId = '019a0000-0000-7000-8000-000000000001';
const stopId = '019a0000-0000-7000-8000-000000000002';
const vocabulary = defineEvents(
  {
    ItineraryCreated: z.object({ title: z.string(), notes: z.string().nullable() }),
    ItineraryRewritten: z.object({ changes: z.object({ title: z.string(), notes: z.string().nullable() }).partial() }),
    ItineraryHidden: z.object({ reason: z.string() }),
    ItineraryDeleted: z.object({}),
    StopAdded: z.object({ stopId: z.string(), title: z.string() }),
    StopRewritten: z.object({ stopId: z.string(), changes: z.object({ title: z.string() }).partial() }),
  },
  { ItineraryCreated: [(data) => ({ ...data, notes: null })] },
);

let version = 0;
const recorded = (type: string, data: Record<string, unknown>, more: Partial<RecordedEvent> = {}): RecordedEvent => {
  version += 1;
  return {
    id: `event-${version}`,
    type,
    schema: schemaVersion(vocabulary, type),
    data,
    meta: { actorId: storyId, commandId: `command-${version}` },
    at: `2026-01-01T00:00:${String(version).padStart(2, '0')}.000Z`,
    stream: `itinerary-${storyId}`,
    version,
    position: version,
    ...more,
  };
};
function story(): RecordedEvent[] {
  version = 0;
  return [
    recorded('ItineraryCreated', { title: 'Lisbon' }, { schema: 1 }),
    recorded('StopAdded', { stopId, title: 'Tower' }),
    recorded('ItineraryRewritten', { changes: { title: 'Lisbon by tram', notes: 'Slowly.' } }),
    recorded(
      'StopRewritten',
      { stopId, changes: { title: 'The tower' } },
      { meta: { actorId: null, role: 'admin', cause: 'tool:a:b', jobId: 'job', commandId: 'c' } },
    ),
  ];
}
const eventsOf = (all: readonly RecordedEvent[]) => ({
  read: async (_: string, after = 0, upTo = Infinity) => all.filter((one) => one.version > after && one.version <= upTo),
});
const stream = { stream: { category: 'itinerary', events: vocabulary }, id: storyId, unknown: 'itinerary/unknown' } as const;

test('History entry of an event has its day or stop, and each changed field with old and new value', () => {
  const entries = historyOf(story(), vocabulary);
  expect(entries.map(({ action, part, fields }) => ({ action, part, fields }))).toEqual([
    { action: 'ItineraryCreated', part: null, fields: [{ name: 'title', before: null, after: 'Lisbon' }] },
    { action: 'StopAdded', part: { type: 'stop', id: stopId }, fields: [{ name: 'title', before: null, after: 'Tower' }] },
    {
      action: 'ItineraryRewritten',
      part: null,
      fields: [
        { name: 'title', before: 'Lisbon', after: 'Lisbon by tram' },
        { name: 'notes', before: null, after: 'Slowly.' },
      ],
    },
    { action: 'StopRewritten', part: { type: 'stop', id: stopId }, fields: [{ name: 'title', before: 'Tower', after: 'The tower' }] },
  ]);
});

test('History entry has actor, role, cause and job of the command', () => {
  const [first, , , last] = historyOf(story(), vocabulary);
  expect(first).toMatchObject({ actorId: storyId, role: null, cause: null, jobId: null, commandId: 'command-1', version: 1 });
  expect(last).toMatchObject({ actorId: null, role: 'admin', cause: 'tool:a:b', jobId: 'job', commandId: 'c', version: 4 });
});

test('History pages begin with the newest entry, and have old values from events of other pages', async () => {
  const events = eventsOf(story());
  const first = await historyPage(events, stream, { limit: 3, before: undefined });
  expect(first.items.map((one) => one.version)).toEqual([4, 3, 2]);
  expect(first.items[0]?.fields).toEqual([{ name: 'title', before: 'Tower', after: 'The tower' }]);
  expect(first.next).toBe(2);
  const second = await historyPage(events, stream, { limit: 3, before: 2 });
  expect(second.items.map((one) => one.version)).toEqual([1]);
  expect(second.next).toBeNull();
  expect(await historyPage(events, stream, { limit: 3, before: 1 })).toEqual({ items: [], next: null });
});

test('History of a deleted stream keeps the field names and the reasons of moderators, and no other values', async () => {
  const gone = [...story(), recorded('ItineraryHidden', { reason: 'An advertisement' }), recorded('ItineraryDeleted', {})];
  const { items } = await historyPage(eventsOf(gone), stream, { limit: 200, before: undefined });
  expect(items.map(({ fields }) => fields)).toEqual([
    [],
    [{ name: 'reason', before: null, after: 'An advertisement' }],
    [{ name: 'title', before: null, after: null }],
    [
      { name: 'title', before: null, after: null },
      { name: 'notes', before: null, after: null },
    ],
    [{ name: 'title', before: null, after: null }],
    [{ name: 'title', before: null, after: null }],
  ]);
  const { items: first } = await historyPage(eventsOf(gone), stream, { limit: 1, before: 2 });
  expect(first[0]?.fields).toEqual([{ name: 'title', before: null, after: null }]);
});

test('History of an unknown stream is refused', async () => {
  for (const before of [undefined, 1, 5])
    await expect(historyPage(eventsOf([]), stream, { limit: 3, before })).rejects.toMatchObject({ code: 'itinerary/unknown' });
});
