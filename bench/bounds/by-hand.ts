import { columnName } from '@waystory/infra/projection-store/postgres/columns.ts';
import { limit, type NamedBox } from './boxes.ts';

/** One statement for each kind of box, as somebody would write it who knows the tables, their indexes and how full a box is. */
export interface Written {
  text: string;
  values: unknown[];
}

/** More than are counted. */
const mostCounted = 10_001;

const [visibility, hidden, state, version] = ['visibility', 'hidden', 'state', 'version'].map(columnName);
const [itineraryId, likeCount, createdAt] = ['itineraryId', 'likeCount', 'createdAt'].map(columnName);
const [latitude, longitude] = ['coordinates.latitude', 'coordinates.longitude'].map(columnName);
const visible = `${visibility} = 'PUBLIC' and ${hidden} = false`;
const point = `point(${longitude}, ${latitude})`;
const card = `json_build_object('id', id, 'title', doc -> 'title', 'imageUrl', doc -> 'imageUrl', 'image', null, 'likeCount', doc -> 'likeCount',
  'daysCount', doc -> 'daysCount', 'stopsCount', doc -> 'stopsCount', 'accountId', doc -> 'accountId', 'createdAt', doc -> 'createdAt')`;

export interface Tables {
  itineraries: string;
  stops: string;
}

export const byHand = (tables: Tables, box: NamedBox, page: number): Written =>
  box.name === 'world' ? throughStories(tables, box, page) : throughStops(tables, box, page);

/** From the stops in the box to their stories. */
function throughStops({ itineraries, stops }: Tables, { south, west, north, east }: NamedBox, page: number): Written {
  const inside = (from: string, to: string): string => `${point} <@ box(point(${from}, $1::float8), point(${to}, $3::float8))`;
  const where = west <= east ? inside('$2::float8', '$4::float8') : `(${inside('$2::float8', '180')} or ${inside('-180', '$4::float8')})`;
  const text = `with found as materialized (
      select id, ${likeCount} as likes, ${createdAt} as told from ${itineraries}
      where ${visible} and id in (select ${itineraryId} from ${stops} where ${where} and ${state} = 'ACCEPTED' and ${visible})
    ), page as (select id, likes, told from found order by likes desc, told desc, id limit ${limit + 1} offset $5)
    select (select count(*)::int from (select from found limit ${mostCounted}) counted) as total, (
      select json_agg(${card} order by likes desc, told desc, id) from page join ${itineraries} using (id), lateral (select body::jsonb as doc) opened
    ) as items`;
  return { text, values: [south, west, north, east, (page - 1) * limit] };
}

/** Through the stories in order, as nearly every one has a stop in the box. */
function throughStories({ itineraries, stops }: Tables, { south, west, north, east }: NamedBox, page: number): Written {
  const story = `select id, body::jsonb as doc, ${likeCount} as likes, ${createdAt} as told from ${itineraries} story
    where ${visible} and ${version} <> 0 and exists (
      select from ${stops} where ${itineraryId} = story.id and ${state} = 'ACCEPTED' and ${visible}
        and ${latitude} between $1 and $3 and ${longitude} between $2 and $4 offset 0)`;
  const walk = `order by ${likeCount} desc nulls last, ${createdAt} desc nulls last, id`;
  const text = `with page as materialized (${story} ${walk} limit ${limit + 1} offset $5)
    select (select count(*)::int from (${story} limit ${mostCounted}) counted) as total,
      (select json_agg(${card} order by likes desc, told desc, id) from page) as items`;
  return { text, values: [south, west, north, east, (page - 1) * limit] };
}
