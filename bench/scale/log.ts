import type pg from 'pg';
import { eventColumns, longStatement, uuidSql, withEventLog } from '../harness/event-log.ts';

// SQL and TypeScript compute the same name from a number, because SQL fills the log and TypeScript searches it.
const [first, middle, last] = [
  'balm corv dunt felk gary hoxi jorv kelp lazu mirt narq pyro quin rost salb tuch vald wexo yarn zigg',
  'andri ebuto ilmak oxent umbra ypsol arqui erzog inuvo olfen uktar edwig asmol ignot obrev uzelm aftik ewano ivory oshun',
  'beck bury dale dorf fors gate ham holm lund mont nova port ridge stad tun vik wick zen quay crag',
].map((line) => line.split(' ')) as [string[], string[], string[]];
export const kindsOfPlace =
  'Museum Cathedral Castle Garden Market Bridge Beach Tower Gallery Temple Palace Square Harbour Bakery Library Theatre'.split(' ');
const themes = 'Slow Hidden Classic Family Winter Coastal Green Quiet'.split(' ');

/** Name of a town; names repeat after 8,000. */
export const townName = (number: number): string => {
  const name = `${first[number % 20]}${middle[Math.floor(number / 20) % 20]}${last[Math.floor(number / 400) % 20]}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

const sqlArray = (words: readonly string[]): string => `(array[${words.map((word) => `'${word}'`).join()}])`;
const wordOf = (words: readonly string[], number: string): string => `${sqlArray(words)}[1 + (${number}) % ${words.length}]`;

/** SQL of `townName`. */
const townNameSql = (number: string): string =>
  `initcap(${wordOf(first, number)} || ${wordOf(middle, `(${number}) / 20`)} || ${wordOf(last, `(${number}) / 400`)})`;
const kindSql = (number: string): string => wordOf(kindsOfPlace, number);
const themeSql = (number: string): string => wordOf(themes, number);

/** Swaps the third and fourth letters of a word: a common typing error. */
export const misspelt = (word: string): string => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;

/**
 * Ten stories are 73 events: 10 created, 10 days, 50 stops, 3 rewritten. Beside them are 10 places (9 custom, 1 shared), 10 likes, 5 comments, and a
 * new account with its profile (2). Texts are short, and empty fields are left out.
 */
export const eventsPerStory = 10;
const stopsPerStory = 5;
const authorEvery = 10;
/** Maximum number of towns; towns with higher numbers get fewer stories. */
const mostTowns = 2_000;
/** Stories per INSERT statement, because Postgres would sort a larger batch on the disk. */
const storiesAtOnce = 10_000;
/** Largest distance of a stop from the centre of its town, degrees. */
export const townRadius = 0.1;

export const townCountOf = (stories: number): number => Math.min(mostTowns, Math.max(1, Math.floor(stories / authorEvery / 5)));
/** Centre of a town, degrees. */
export const townAt = (town: number) => ({ latitude: ((town * 37 + 90) % 110) - 50, longitude: ((town * 71 + 160) % 340) - 170 });

// Values are computed from numbers, not drawn at random, so that every run has the same data. `story` is from $1 up to, not including, $2. $3 is the
// number of towns, $4 of authors.
const stories = `generate_series($1::bigint, $2::bigint - 1) story`;
/** SQL of the town of a story. */
const townOf = (story: string, towns: string): string => `floor(${towns} * power((${story} * 7919 % 10007) / 10007.0, 2))::int`;
const drawn = `(select story, ${townOf('story', '$3::int')} as town from ${stories}) drawn`;
const meta = (account: string): string => `jsonb_build_object('actorId', ${account}, 'commandId', uuidv7())`;
const at = `timestamptz '2026-01-01' + story * interval '10 seconds'`;
const story = uuidSql('5707e000', 'story');
const author = uuidSql('5d0a6f3e', `story / ${authorEvery}`);
const somebody = (salt: number): string => uuidSql('5d0a6f3e', `(story * 7 + ${salt}) % $4::bigint`);
const coordinates = (town: string, salt: string): string => `jsonb_build_object(
  'latitude', ((${town} * 37 + 90) % 110 - 50) + ((${salt}) * 7919 % 20011) / 100055.0 - ${townRadius},
  'longitude', ((${town} * 71 + 160) % 340 - 170) + ((${salt}) * 104729 % 20021) / 100105.0 - ${townRadius})`;
const codes = `(array['PT','ES','FR','IT','DE','GR','NO','SE','JP','PE','MA','EG','TR','TH','VN','MX','CA','AU','HR','GB'])`;
const address = (town: string): string => `jsonb_build_object('addressLine1', null, 'addressLine2', null, 'city', ${townNameSql(town)}, 'state', null,
  'postalCode', null, 'countryName', null, 'countryCode', ${codes}[1 + ${town} % 20])`;
const insert = `insert into events (${eventColumns}) select uuidv7(),`;

/** SQL of the number of shared places per town, without custom places. */
const placesPerTown = `greatest(1, $4::bigint / $3::int)`;
const sharedPlace = `(town + $3::int * ((story * 31 + k * 17) % ${placesPerTown}))`;
const customPlace = uuidSql('cafe91ac', 'story');
const lastStop = stopsPerStory + 1;
const isCustom = `(k = ${lastStop} and story % 10 < 9)`;
const stopCoordinates = `case when ${isCustom} then ${coordinates('town', 'story')} else ${coordinates('town', sharedPlace)} end`;
const placeName = `case when ${isCustom} then 'Our ' || lower(${kindSql('story')}) else ${kindSql(sharedPlace)} || ' of ' || ${townNameSql(sharedPlace)} end`;

const told = `${insert} 'itinerary-' || ${story}, k + 1,
  case when k = 0 then 'ItineraryCreated' when k = 1 then 'DayAdded' when k <= ${lastStop} then 'StopAdded' else 'ItineraryRewritten' end, 1,
  case when k = 0 then jsonb_build_object('title', ${themeSql('story')} || ' days in ' || ${townNameSql('town')}, 'shortDescription', 'Five stops',
    'description', 'A long way round', 'accountId', ${author}, 'visibility', case when story % 10 < 8 then 'PUBLIC' else 'PRIVATE' end)
  when k = 1 then jsonb_build_object('dayId', ${uuidSql('da7da7da', 'story')}, 'number', 1, 'title', 'Day 1')
  when k <= ${lastStop} then jsonb_build_object('stopId', ${uuidSql('57095709', 'story * 8 + k')}, 'title', name, 'description', 'Stay a while',
    'durationMinutes', 60, 'dayIds', jsonb_build_array(${uuidSql('da7da7da', 'story')}), 'index', k - 2,
    'placeId', case when ${isCustom} then ${customPlace} else ${uuidSql('91ace91a', sharedPlace)} end, 'placeName', name)
    || jsonb_build_object('placeFullName', name || ', ' || ${townNameSql('town')}, 'coordinates', ${stopCoordinates}, 'address', ${address('town')},
    'countryId', ${uuidSql('c0c0c0c0', 'town % 20')}, 'countryCode', ${codes}[1 + town % 20], 'state', 'ACCEPTED', 'origin', 'PERSON',
    'placeOrigin', case when ${isCustom} then 'PERSON' else 'WORLD' end)
  else jsonb_build_object('changes', jsonb_build_object('shortDescription', 'Five stops, told again')) end,
  ${meta(author)}, ${at} + k * interval '1 second'
  from ${drawn} cross join generate_series(0, 7) k cross join lateral (select ${placeName} as name) named
  where $4::bigint > 0 and (k < 7 or story % 10 < 3) order by story, k`;
const places = `${insert} 'place-' || id, 1, 'PlaceCreated', 1, jsonb_build_object('placeId', id, 'name', name, 'coordinates', "where", 'address', ${address('home')})
  || case when mine then jsonb_build_object('accountId', ${author}) else '{}'::jsonb end, ${meta(author)}, ${at}
  from ${drawn} cross join lateral (select story % 10 < 9 as mine, story / 10 as n,
    (case when story % 10 < 9 then town else story / 10 % $3::int end)::int as home) kind cross join lateral (select
    case when mine then ${customPlace} else ${uuidSql('91ace91a', 'n')} end as id,
    case when mine then 'Our ' || lower(${kindSql('story')}) else ${kindSql('n')} || ' of ' || ${townNameSql('n')} end as name,
    case when mine then ${coordinates('town', 'story')} else ${coordinates('home', 'n')} end as "where") place
  where $4::bigint > 0 order by story`;
const people = `${insert} 'account-' || ${author}, k + 1, case when k = 0 then 'AccountCreated' else 'AccountUpdated' end, case when k = 0 then 2 else 1 end,
  jsonb_build_object('accountId', ${author}) || case when k = 0 then '{"rank": null}'::jsonb
    else jsonb_build_object('changes', jsonb_build_object('userName', 'traveller-' || story / ${authorEvery}, 'aboutMe', 'On the road.')) end,
  ${meta(author)}, ${at} + k * interval '1 second'
  from ${stories}, generate_series(0, 1) k where story % ${authorEvery} = 0 and $3::int > 0 and $4::bigint > 0 order by story, k`;
const likes = `${insert} 'reaction-' || ${uuidSql('11ce11ce', 'story')}, 1, 'ReactionAdded', 1, jsonb_build_object('accountId', ${somebody(3)},
  'reactableType', 'itinerary', 'reactableId', ${story}, 'reactionType', 'like', 'targetId', ${story}, 'itineraryId', ${story}), ${meta(somebody(3))}, ${at}
  from ${stories} where $3::int > 0 order by story`;
const comments = `${insert} 'post-' || ${uuidSql('b0570000', 'story')}, 1, 'PostCreated', 1, jsonb_build_object('text', 'What a way to go', 'imageUrl', null,
  'accountId', ${somebody(5)}, 'postableType', 'itinerary', 'postableId', ${story}, 'itineraryId', ${story}), ${meta(somebody(5))}, ${at}
  from ${stories} where story % 2 = 0 and $3::int > 0 order by story`;

/** Creates a log of `events` events, a multiple of 1,000. */
export async function fillLog(database: pg.PoolConfig, events: number): Promise<void> {
  const count = events / eventsPerStory;
  await withEventLog(database, async (pool) => {
    const client = await pool.connect();
    await client.query('set statement_timeout = 0');
    for (let from = 0; from < count; from += storiesAtOnce) {
      const range = [from, Math.min(from + storiesAtOnce, count), townCountOf(count), count / authorEvery];
      for (const text of [people, places, told, likes, comments]) await client.query(longStatement(text, range));
    }
    await client.query(longStatement('vacuum analyze events'));
    await client.query('checkpoint');
    client.release(true);
  });
}
