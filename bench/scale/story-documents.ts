import { anyProjection } from '@waystory/infra/host/service.ts';
import { type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { columnName, layoutOf, sqlTypes } from '@waystory/infra/projection-store/postgres/columns.ts';
import { tableName } from '@waystory/infra/projection-store/postgres/expressions.ts';
import { askedFields } from '@waystory/infra/read-models/asked-fields.ts';
import { beginBuild, switchTo } from '@waystory/infra/read-models/builds/builds.ts';
import { collectionName, ensureCollections } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import type pg from 'pg';
import { patiently } from '../bulk/fill.ts';
import { uuid } from '../harness/numbered-ids.ts';
import { eventsPerStory, stopsPerStory, townOf, townsOf } from './log.ts';

// The documents of the stories of `log.ts` as the product makes them, written by Postgres: what takes hours to fold takes minutes to write. A test
// holds them against those that are folded.

const projection = anyProjection(stories);
const story = `('x' || right(stream, 12))::bit(48)::bigint`;
const itineraryId = `substr(stream, 11)`;
const isPublic = `${story} % 10 < 8`;
const isRewritten = `${story} % 10 < 3`;
const moment = (time: string): string => `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const text = (sql: string): string => `coalesce('"' || (${sql}) || '"', 'null')`;
const field = (name: string): string => `data ->> '${name}'`;
const address = (name: string): string => `data -> 'address' ->> '${name}'`;
const audience = `"accountId":"' || (meta ->> 'actorId') || '","visibility":"' || case when ${isPublic} then 'PUBLIC' else 'PRIVATE' end || '","hidden":false`;
const stopIds = Array.from({ length: stopsPerStory }, (_, index) => uuid('57095709', `${story} * 8 + ${index + 2}`));
const listOf = (ids: readonly string[]): string => `'["' || ${ids.join(` || '","' || `)} || '"]'`;
const legIds = stopIds.slice(1).map((id, index) => `${stopIds[index]} || '_' || ${id}`);

/** Body and position of the last event, by the key of the collection. */
const documents = (towns: number): Record<string, { type: string; id: string; body: string; last: string }> => ({
  stops: {
    type: 'StopAdded',
    id: field('stopId'),
    last: 'position',
    body: `'{"id":"' || (${field('stopId')}) || '","itineraryId":"' || ${itineraryId} || '","title":"' || (${field('title')}) || '","highlight":null,"description":'
      || ${text(field('description'))} || ',"imageUrl":null,"imageId":null,"imageCaption":null,"gallery":[],"startTime":null,"arrivalTime":null,"departureTime":null,"travelTimeMinutes":null,"durationMinutes":'
      || (${field('durationMinutes')}) || ',"isLocated":true,"index":' || (${field('index')}) || ',"state":"ACCEPTED","dayIds":' || (${field('dayIds')})
      || ',"origin":"PERSON","address":{"city":' || ${text(address('city'))} || ',"state":null,"postalCode":null,"countryCode":' || ${text(address('countryCode'))}
      || ',"countryName":null,"addressLine1":null,"addressLine2":null},"placeId":"' || (${field('placeId')}) || '","countryId":"' || (${field('countryId')})
      || '","placeName":"' || (${field('placeName')}) || '","coordinates":{"latitude":' || (data -> 'coordinates' ->> 'latitude')::float8 || ',"longitude":'
      || (data -> 'coordinates' ->> 'longitude')::float8 || '},"countryCode":"' || (${field('countryCode')}) || '","placeFullName":"' || (${field('placeFullName')})
      || '","daysCount":1,"addressCity":' || ${text(address('city'))} || ',"addressCountry":null,"addressLine":null,"addressState":null,${audience},"version":' || version
      || ',"createdAt":"' || ${moment('created_at')} || '","updatedAt":"' || ${moment('created_at')} || '"}'`,
  },
  days: {
    type: 'DayAdded',
    id: field('dayId'),
    last: `position + ${stopsPerStory}`,
    body: `'{"id":"' || (${field('dayId')}) || '","itineraryId":"' || ${itineraryId} || '","title":"Day 1","description":null,"number":1,"stopIds":' || ${listOf(stopIds)}
      || ',"stopsCount":${stopsPerStory},${audience},"version":${stopsPerStory + 2},"createdAt":"' || ${moment('created_at')} || '","updatedAt":"'
      || ${moment(`created_at + interval '${stopsPerStory} seconds'`)} || '"}'`,
  },
  itineraries: {
    type: 'ItineraryCreated',
    id: itineraryId,
    // It was liked last.
    last: `(select l.position from events l where l.stream = 'reaction-' || ${uuid('11ce11ce', story.replace('stream', 'e.stream'))})`,
    body: `'{"id":"' || ${itineraryId} || '","shortDescription":"Five stops' || case when ${isRewritten} then ', told again' else '' end
      || '","imageUrl":null,"imageId":null,"highlights":[],"description":' || ${text(field('description'))} || ',"countryIds":["'
      || ${uuid('c0c0c0c0', `${townOf(story, String(towns))} % 20`)} || '"],"firstDate":null,"title":"' || (${field('title')}) || '",${audience},"hiddenReason":null,"binnedAt":null,"binnedVisibility":null,"dayIds":["'
      || ${uuid('da7da7da', story)} || '"],"daysCount":1,"stopIds":' || ${listOf(stopIds)} || ',"stopsCount":${stopsPerStory},"legIds":' || ${listOf(legIds)}
      || ',"legsCount":${stopsPerStory - 1},"publishedAt":' || ${text(`case when ${isPublic} then ${moment('created_at')} end`)} || ',"likeCount":1,"version":'
      || case when ${isRewritten} then ${stopsPerStory + 3} else ${stopsPerStory + 2} end || ',"createdAt":"' || ${moment('created_at')} || '","updatedAt":"'
      || ${moment(`created_at + case when ${isRewritten} then interval '${stopsPerStory + 2} seconds' else interval '${stopsPerStory + 1} seconds' end`)} || '"}'`,
  },
});

/** Makes the read model of stories of a log that `fillLog` wrote, and puts it to use. */
export async function writeStoryDocuments(client: pg.ClientBase, store: ProjectionStore, events: number): Promise<void> {
  const of = { projection, store };
  const build = await beginBuild(of);
  await ensureCollections({ ...of, build });
  await client.query('set statement_timeout = 0');
  for (const [key, { type, id, body, last }] of Object.entries(documents(townsOf(events / eventsPerStory)))) {
    const collection = projection.collections[key];
    if (!collection) throw new Error(`There are no ${key}`);
    const layout = [...layoutOf({ fields: askedFields(collection), indexes: collection.indexes })];
    const values = layout.map(([name, kind]) => {
      const path = `doc #> '{${name.split('.').join()}}'`;
      const value = `doc #>> '{${name.split('.').join()}}'`;
      return kind === 'set' ? `array(select jsonb_array_elements_text(${path}))` : `(${value})::${sqlTypes[kind]}`;
    });
    const table = tableName(collectionName({ ...of, build }, key));
    const names = ['id', 'body', 'at', 'rev', ...layout.map(([name]) => columnName(name))];
    await withoutIndexes(client, table, () =>
      client.query(
        patiently(`insert into ${table} (${names}) select id, body, at, 1, ${values} from (
          select ${id} as id, ${body} as body, '{"0":' || ${last} || '}' as at from events e where type = '${type}' order by position offset 0
        ) made cross join lateral (select body::jsonb as doc offset 0) opened`),
      ),
    );
  }
  const head = events;
  await store.saveCheckpoint(physicalName(projection.name, build), '0', { offset: head, watermark: head });
  await client.query(patiently('vacuum analyze'));
  await switchTo(of, build);
}

/** Fills a table first and indexes it then. */
async function withoutIndexes(client: pg.ClientBase, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(patiently(definition));
}
