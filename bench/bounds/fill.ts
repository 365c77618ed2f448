import type pg from 'pg';
import { uuid } from '../harness/numbered-ids.ts';

/** Stops of a story, all around one town. */
export const stopsPerStory = 10;
/** Towns get the fewer stories the higher their number; the first has one in 45. */
const towns = 2_000;
/** The town that most stories are in. */
export const largestTown = { latitude: 40, longitude: -10 };
/** Stops lie up to so many degrees from the middle of their town. */
export const townRadius = 0.1;

const storyId = uuid('5707e000', 'story');
const meta = `jsonb_build_object('actorId', null, 'commandId', gen_random_uuid())`;
const columns = 'id, stream, version, type, schema, data, meta, created_at';

// Arithmetic in place of chance: every run has the same data.
const town = `floor(${towns} * power((story * 7919 % 10007) / 10007.0, 2))::int`;
const latitude = `((town * 37 + 90) % 110 - 50) + ((story * 31 + k * 17) % 200) / 1000.0 - ${townRadius}`;
const longitude = `((town * 71 + 160) % 340 - 170) + ((story * 53 + k * 29) % 200) / 1000.0 - ${townRadius}`;

const created = `jsonb_build_object('title', 'Story ' || story, 'shortDescription', 'Somewhere else every day', 'imageUrl', null, 'imageId', null,
  'highlights', '[]'::jsonb, 'description', repeat('A long way round. ', 10), 'countryIds', '[]'::jsonb,
  'accountId', ${uuid('5d0a6f3e', 'story % 1000')}, 'visibility', case when story % 10 < 8 then 'PUBLIC' else 'PRIVATE' end)`;
const blankAddress = `'{"addressLine1": null, "addressLine2": null, "city": "Lisbon", "state": null, "postalCode": null, "countryName": "Portugal", "countryCode": "PT"}'::jsonb`;
const added = `jsonb_build_object('stopId', ${uuid('57095709', `story * ${stopsPerStory + 1} + k`)}, 'title', 'Stop ' || k, 'description', repeat('Stay a while. ', 5),
  'dayIds', '[]'::jsonb, 'index', k, 'placeId', ${uuid('91ace91a', 'story % 5000')}, 'placeName', 'Place', 'placeFullName', 'Place, Lisbon',
  'coordinates', jsonb_build_object('latitude', ${latitude}, 'longitude', ${longitude}),
  'address', ${blankAddress}, 'countryId', null, 'countryCode', 'PT', 'state', 'ACCEPTED', 'origin', 'PERSON')`;

const stories = `
insert into events (${columns})
select gen_random_uuid(), 'itinerary-' || ${storyId}, k + 1, case when k = 0 then 'ItineraryCreated' else 'StopAdded' end, 1,
  case when k = 0 then ${created} else ${added} end, ${meta}, timestamptz '2026-01-01' + story * interval '1 second'
from (select story, ${town} as town from generate_series(0::bigint, $1::bigint - 1) story) drawn, generate_series(0, ${stopsPerStory}) k
order by story, k`;

/** Two stories of five are liked, once or twice. */
const likes = `
insert into events (${columns})
select gen_random_uuid(), 'reaction-' || ${uuid('11ce11ce', 'story * 2 + k')}, 1, 'ReactionAdded', 1,
  jsonb_build_object('accountId', ${uuid('5d0a6f3e', '(story + k) % 1000')}, 'reactableType', 'itinerary', 'reactableId', ${storyId}, 'reactionType', 'like',
    'targetId', ${storyId}, 'itineraryId', ${storyId}), ${meta}, timestamptz '2026-02-01' + story * interval '1 second'
from generate_series(0::bigint, $1::bigint - 1) story, generate_series(1, 2) k where k <= story % 5 - 2
order by story, k`;

/** Writes stories with so many stops, and likes, into an empty log. */
export async function fillStories(pool: pg.Pool, stops: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  for (const text of [stories, likes]) {
    const statement = { text, values: [stops / stopsPerStory], query_timeout: 3_600_000 } as pg.QueryConfig; // the limit per query is missing in the types of pg
    await client.query(statement);
  }
  await client.query({ text: 'vacuum analyze events', query_timeout: 3_600_000 } as pg.QueryConfig);
  client.release(true);
}
