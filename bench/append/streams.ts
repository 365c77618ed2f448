import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';

/** Bytes of the payload of one event as JSON. */
const payloadBytes = 250;
const fixed = { title: 'Evening on the quay', stopId: '3f2b1c1e-6b0c-4e0e-9d55-0a4f3c1d2e10' };

const filler = 'x'.repeat(payloadBytes - JSON.stringify({ ...fixed, description: '' }).length);

export const streamName = (index: number): string => `itinerary-${String(index).padStart(12, '0')}`;

export const newEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'StopRewritten',
  schema: 1,
  data: { ...fixed, description: filler },
  meta: { actorId: '5d0a6f3e-4c1b-4f43-8f0e-2a9f8a1f7b11', commandId: randomUUID() },
  at: new Date().toISOString(),
});

/** SQL that gives each of the first $1 streams an event of the same size. */
export const preload = `
insert into events (id, stream, version, type, schema, data, meta, created_at)
select gen_random_uuid(), 'itinerary-' || lpad(n::text, 12, '0'), 1, 'StopRewritten', 1, $2::jsonb, $3::jsonb, now()
from generate_series(0, $1::int - 1) n`;
