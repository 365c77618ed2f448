import type pg from 'pg';
import { storyId, uuid } from '../harness/numbered-ids.ts';

/** Events of one story: it, 3 days, 16 stops. */
export const eventsPerStory = 20;
const days = 3;

export const streamOf = (story: number): string => `itinerary-${storyId(story)}`;

const dayId = uuid('da7da7da', `story * ${days} + k % ${days}`);
const blankAddress = `'{"addressLine1": null, "addressLine2": null, "city": "Lisbon", "state": null, "postalCode": null, "countryName": "Portugal", "countryCode": "PT"}'::jsonb`;

const created = `jsonb_build_object('title', 'Story ' || story, 'shortDescription', 'Somewhere else every day', 'imageUrl', null, 'imageId', null,
  'highlights', '[]'::jsonb, 'description', repeat('A long way round. ', 10), 'countryIds', '[]'::jsonb, 'accountId', '5d0a6f3e-4c1b-4f43-8f0e-2a9f8a1f7b11', 'visibility', 'PUBLIC')`;
const dayAdded = `jsonb_build_object('dayId', ${dayId}, 'number', k, 'title', 'Day ' || k, 'description', null)`;
const stopAdded = `jsonb_build_object('stopId', ${uuid('57095709', `story * ${eventsPerStory} + k`)}, 'title', 'Stop ' || k, 'highlight', null, 'description', repeat('Stay a while. ', 5),
  'imageUrl', null, 'imageId', null, 'startTime', null, 'arrivalTime', null, 'departureTime', null, 'travelTimeMinutes', null, 'durationMinutes', 60) ||
  jsonb_build_object('dayIds', jsonb_build_array(${dayId}), 'index', k, 'placeId', ${uuid('91ace91a', 'story % 5000')}, 'placeName', 'Place', 'placeFullName', 'Place, Lisbon',
  'coordinates', jsonb_build_object('latitude', (story * 7919) % 17000 / 100.0 - 85, 'longitude', (story * 104729) % 36000 / 100.0 - 180),
  'address', ${blankAddress}, 'countryId', null, 'countryCode', 'PT', 'state', 'ACCEPTED', 'origin', 'PERSON')`;

/** SQL that writes $1 stories into an empty log. Arithmetic in place of chance: every run has the same data. */
const fill = `
insert into events (id, stream, version, type, schema, data, meta, created_at)
select gen_random_uuid(), 'itinerary-' || ${uuid('5707e000', 'story')}, k + 1,
  case when k = 0 then 'ItineraryCreated' when k <= ${days} then 'DayAdded' else 'StopAdded' end, 1,
  case when k = 0 then ${created} when k <= ${days} then ${dayAdded} else ${stopAdded} end,
  jsonb_build_object('actorId', null, 'commandId', gen_random_uuid()), timestamptz '2026-01-01' + story * interval '1 second'
from generate_series(0::bigint, $1::bigint - 1) story, generate_series(0, ${eventsPerStory - 1}) k
order by story, k`;

/** Writes so many events, whole stories, into an empty log and lets Postgres take its statistics. */
export async function fillLog(pool: pg.Pool, events: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query({ text: fill, values: [events / eventsPerStory], query_timeout: 3_600_000 } as pg.QueryConfig); // the limit per query is missing in the types of pg
  await client.query({ text: 'vacuum analyze events', query_timeout: 3_600_000 } as pg.QueryConfig);
  await client.query('checkpoint');
  client.release(true);
}
