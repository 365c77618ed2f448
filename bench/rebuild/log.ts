import type pg from 'pg';
import { eventColumns, longStatement, uuidSql } from '../harness/event-log.ts';

/** Events of one story: 1 creation, 3 days, 16 stops. */
export const eventsPerStory = 20;
const days = 3;
const meta = `jsonb_build_object('actorId', null, 'commandId', gen_random_uuid())`;

const dayId = uuidSql('da7da7da', `story * ${days} + k % ${days}`);
const blankAddress = `'{"addressLine1": null, "addressLine2": null, "city": "Lisbon", "state": null, "postalCode": null, "countryName": "Portugal", "countryCode": "PT"}'::jsonb`;

const created = `jsonb_build_object('title', 'Story ' || story, 'shortDescription', 'Somewhere else every day', 'imageUrl', null, 'imageId', null,
  'highlights', '[]'::jsonb, 'description', repeat('A long way round. ', 10), 'countryIds', '[]'::jsonb, 'accountId', '5d0a6f3e-4c1b-4f43-8f0e-2a9f8a1f7b11', 'visibility', 'PUBLIC')`;
const dayAdded = `jsonb_build_object('dayId', ${dayId}, 'number', k, 'title', 'Day ' || k, 'description', null)`;
const stopAdded = `jsonb_build_object('stopId', ${uuidSql('57095709', `story * ${eventsPerStory} + k`)}, 'title', 'Stop ' || k, 'highlight', null, 'description', repeat('Stay a while. ', 5),
  'imageUrl', null, 'imageId', null, 'startTime', null, 'arrivalTime', null, 'departureTime', null, 'travelTimeMinutes', null, 'durationMinutes', 60) ||
  jsonb_build_object('dayIds', jsonb_build_array(${dayId}), 'index', k, 'placeId', ${uuidSql('91ace91a', 'story % 5000')}, 'placeName', 'Place', 'placeFullName', 'Place, Lisbon',
  'coordinates', jsonb_build_object('latitude', (story * 7919) % 17000 / 100.0 - 85, 'longitude', (story * 104729) % 36000 / 100.0 - 180),
  'address', ${blankAddress}, 'countryId', null, 'countryCode', 'PT', 'state', 'ACCEPTED', 'origin', 'PERSON')`;

// Values are computed from numbers, not drawn at random, so that every run has the same data.
const stories = `
insert into events (${eventColumns})
select gen_random_uuid(), 'itinerary-' || ${uuidSql('5707e000', 'story')}, k + 1,
  case when k = 0 then 'ItineraryCreated' when k <= ${days} then 'DayAdded' else 'StopAdded' end, 1,
  case when k = 0 then ${created} when k <= ${days} then ${dayAdded} else ${stopAdded} end, ${meta}, timestamptz '2026-01-01' + story * interval '1 second'
from generate_series(0::bigint, $1::bigint - 1) story, generate_series(0, ${eventsPerStory - 1}) k
order by story, k`;

/** Shares of story events and of place events in all events; the rest are account events. */
const ofStories = 0.9;
const ofPlaces = 0.025;
const eventsPerPerson = 2;
const at = `timestamptz '2026-01-01' + n * interval '1 second'`;

const places = `
insert into events (${eventColumns})
select gen_random_uuid(), 'place-' || ${uuidSql('91ace91a', 'n')}, 1, 'PlaceCreated', 1, jsonb_build_object('placeId', ${uuidSql('91ace91a', 'n')}, 'name', 'Place ' || n,
  'coordinates', jsonb_build_object('latitude', n % 170 - 85, 'longitude', n % 360 - 180), 'poiCategories', jsonb_build_array('sight', 'park')), ${meta}, ${at}
from generate_series(0::bigint, $1::bigint - 1) n order by n`;
const people = `
insert into events (${eventColumns})
select gen_random_uuid(), 'account-' || ${uuidSql('accacc00', 'n')}, k + 1, case when k = 0 then 'AccountCreated' else 'AccountUpdated' end, 1,
  jsonb_build_object('accountId', ${uuidSql('accacc00', 'n')}) || case when k = 0 then '{}'::jsonb
    else jsonb_build_object('changes', jsonb_build_object('userName', 'traveller-' || n, 'aboutMe', repeat('On the road. ', 10))) end, ${meta}, ${at}
from generate_series(0::bigint, $1::bigint - 1) n, generate_series(0, ${eventsPerPerson - 1}) k order by n, k`;

/** Fills an empty log with `events` events of stories, places and people, and makes Postgres collect statistics. */
export async function fillMixedLog(pool: pg.Pool, events: number): Promise<void> {
  const storyCount = Math.round((events * ofStories) / eventsPerStory);
  const placeEvents = Math.round(events * ofPlaces);
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(longStatement(places, [placeEvents]));
  await client.query(longStatement(people, [Math.floor((events - storyCount * eventsPerStory - placeEvents) / eventsPerPerson)]));
  await client.query(longStatement(stories, [storyCount]));
  await client.query(longStatement('vacuum analyze events'));
  await client.query('checkpoint');
  client.release(true);
}
