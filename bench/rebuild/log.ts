import type pg from 'pg';
import { eventsPerStory, fillLog } from '../growth/fill.ts';
import { uuid } from '../harness/numbered-ids.ts';

/** Of all events so many are of stories; the others are of places and of people. */
const ofStories = 0.9;
const ofPlaces = 0.025;
const eventsPerPerson = 2;

const meta = `jsonb_build_object('actorId', null, 'commandId', gen_random_uuid())`;
const at = `timestamptz '2026-01-01' + n * interval '1 second'`;

const columns = 'id, stream, version, type, schema, data, meta, created_at';
const places = `
insert into events (${columns})
select gen_random_uuid(), 'place-' || ${uuid('91ace91a', 'n')}, 1, 'PlaceCreated', 1, jsonb_build_object('placeId', ${uuid('91ace91a', 'n')}, 'name', 'Place ' || n,
  'coordinates', jsonb_build_object('latitude', n % 170 - 85, 'longitude', n % 360 - 180), 'poiCategories', jsonb_build_array('sight', 'park')), ${meta}, ${at}
from generate_series(0::bigint, $1::bigint - 1) n order by n`;
const people = `
insert into events (${columns})
select gen_random_uuid(), 'account-' || ${uuid('accacc00', 'n')}, k + 1, case when k = 0 then 'AccountCreated' else 'AccountUpdated' end, 1,
  jsonb_build_object('accountId', ${uuid('accacc00', 'n')}) || case when k = 0 then '{}'::jsonb
    else jsonb_build_object('changes', jsonb_build_object('userName', 'traveller-' || n, 'aboutMe', repeat('On the road. ', 10))) end, ${meta}, ${at}
from generate_series(0::bigint, $1::bigint - 1) n, generate_series(0, ${eventsPerPerson - 1}) k order by n, k`;

/** Fills an empty log with so many events of stories, places and people. */
export async function fillMixedLog(pool: pg.Pool, events: number): Promise<void> {
  const storyEvents = Math.round((events * ofStories) / eventsPerStory) * eventsPerStory;
  const placeEvents = Math.round(events * ofPlaces);
  await pool.query(places, [placeEvents]);
  await pool.query(people, [Math.floor((events - storyEvents - placeEvents) / eventsPerPerson)]);
  await fillLog(pool, storyEvents);
}
