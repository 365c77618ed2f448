import type { FieldKind } from '../kit/filter.ts';
import { each, hostileWords } from './hostile-words.fixture.ts';

const deep = (depth: number, inner: string, open: string, close: string): string => open.repeat(depth) + inner + close.repeat(depth);
const many = (count: number, item: string): string => Array.from({ length: count }, () => item).join(',');

/** Values of `filter` that every list refuses. */
export const hostileFilters = (field: string): readonly string[] => [
  ...each('null ¦ true ¦ 1 ¦ "x" ¦ [] ¦ [{}] ¦ { ¦ {"a":'),
  ...each("{'a':1}"),
  ...each('{"a":1}} ¦ {"$where":"sleep(5000)"} ¦ {"$or":[{}]} ¦ {"$expr":{"$gt":[1,0]}} ¦ {"$text":{"$search":"a"}}'),
  ...each(
    `{"${field}":{"$ne":null}} ¦ {"${field}":{"$gt":""}} ¦ {"${field}":{"$regex":".*"}} ¦ {"${field}":{"$in":[null]}} ¦ {"${field}":{"$where":"1"}}`,
  ),
  ...each(`{"${field}":{"eq":"x"}} ¦ {"${field}":{"like":"%"}} ¦ {"${field}":{"in":["x"]}} ¦ {"${field}":{}} ¦ {"${field}":{"ne":{"ne":"x"}}}`),
  ...each(`{"${field}":{"gte":[]}} ¦ {"${field}":{"isNull":"yes"}} ¦ {"${field}":[[]]} ¦ {"${field}":[{"ne":null}]} ¦ {"${field}":"a\\u0000b"}`),
  ...each(`{"${field}":{"__proto__":{"isNull":false}}} ¦ {"${field}":{"constructor":"x"}} ¦ {"${field}":{"toString":"x"}}`),
  ...each(`{"${field}' OR 1=1 --":1}`),
  ...each(`{"doc->>'${field}'":1}`),
  ...each(`{"doc.${field}":1} ¦ {"${field}.length":1} ¦ {"${field}[0]":1} ¦ {"__proto__":{"id":1}} ¦ {"constructor":{"prototype":{"id":1}}}`),
  ...each('{"prototype":1} ¦ {"toString":1} ¦ {"and":{}} ¦ {"or":[]} ¦ {"or":[{}]} ¦ {"or":"x"} ¦ {"not":[]} ¦ {"not":{}} ¦ {"not":null}'),
  ...each(`{"op":"within","latitude":"a","longitude":"b"} ¦ {"not":{"not":{"not":{"not":{"${field}":"x"}}}}} ¦ {"${field}":1e400}`),
  ...each(`{"${field}":{"gte":"2024-13-45"}} ¦ {"${field}":{"gte":"2024-01-01T00:00"}}`),
  ...['', ' '],
  deep(50, `{"${field}":"x"}`, '{"and":[', ']}'),
  deep(3_000, '1', '[', ']'),
  deep(2_000, '1', '{"a":', '}'),
  `{"or":[${many(21, `{"${field}":{"isNull":true}}`)}]}`,
  `{"${field}":[${many(201, '"x"')}]}`,
  `{"${field}":"${'x'.repeat(4_000)}"}`,
];

/** Well-formed filters of a text field with hostile words. */
export const wordyFilters = (field: string, kind: FieldKind): readonly string[] =>
  kind === 'text' ? hostileWords.map((word) => JSON.stringify({ [field]: { contains: word } })) : [];

/** Hostile values of `sort`. */
export const hostileSorts: readonly string[] = [
  ...each(', ¦ id ¦ doc ¦ 1 ¦ createdAt;DROP TABLE events ¦ createdAt DESC; SELECT 1 ¦ createdAt DESC NULLS FIRST ¦ createdAt SIDEWAYS'),
  ...each("createdAt,createdAt ¦ createdAt'-- ¦ (SELECT 1) ¦ pg_sleep(5) ¦ __proto__ ¦ constructor ASC ¦ toString ¦ createdAt\u0000DESC ¦ ["),
  ...each('[] ¦ ["createdAt" ¦ [["createdAt"]] ¦ ["$natural",1] ¦ {"createdAt":-1} ¦ -createdAt ¦ +createdAt'),
  ...['', ' '],
  ...['x'.repeat(3_000), many(500, 'createdAt')],
];

/** Hostile values of `ids`. */
export const hostileIds: readonly string[] = [
  ...each("x ¦ 1 ¦ * ¦ ' OR '1'='1 ¦ ../.. ¦ null ¦ 00000000-0000-0000-0000-00000000000g ¦ {00000000-0000-7000-8000-000000000000}"),
  ...each('00000000000070008000000000000000 ¦ [object Object] ¦ __proto__ ¦ a\u0000'),
  ...['00000000-0000-7000-8000-000000000000 '],
  many(1_001, '00000000-0000-7000-8000-000000000000').slice(0, 12_000),
];

/** Whole query strings, as in a URL. */
export const hostileQueries: readonly string[] = [
  ...each('page=0 ¦ page=-1 ¦ page=1.5 ¦ page=1e3000 ¦ page=NaN ¦ page=0x10x ¦ page=first ¦ page=1&page=2 ¦ page[]=1 ¦ page[$gt]=1'),
  ...each('page=9007199254740993 ¦ limit=0 ¦ limit=-5 ¦ limit=1000000 ¦ limit=ten ¦ limit=10&limit=1000 ¦ limit=Infinity ¦ filter[id]=x'),
  ...each('filter[$ne]=x ¦ filter={}&filter={} ¦ sort[]=createdAt ¦ ids[$gt]= ¦ after=x ¦ after=e30 ¦ after=bnVsbA ¦ after=W10'),
  ...each('__proto__=1 ¦ __proto__[limit]=1000 ¦ constructor=1 ¦ constructor[prototype][limit]=1000 ¦ colour=red ¦ %00=1 ¦ $where=1'),
  ...each('LIMIT=5 ¦ limit =5'),
  `after=${'A'.repeat(4_001)}`,
  `after=${btoa('{"sort":"createdAt -1","values":[{"$gt":1}],"id":"x"}')}`,
  `after=${btoa('{"sort":"createdAt -1","values":["\\u0000"],"id":"x"}')}`,
];

/** Parameters that some routes accept and others refuse. */
export const oddParameters: Readonly<Record<string, readonly string[]>> = {
  filter: [
    ...each('{} ¦ {"id":[]} ¦ {"id":{"in":[]}} ¦ {"title":{"contains":""}} ¦ {"name":{"startsWith":""}} ¦ {"title":{"contains":"%"}}'),
    ...each('{"title":{"contains":"_"}} ¦ {"name":{"contains":"\\\\"}} ¦ {"title":{"startsWith":"^"}} ¦ {"name":{"contains":"(?i)a|b"}}'),
    ...each('{"title":"\\ud800"} ¦ {"title":{"contains":"\\udc00"}} ¦ {"likeCount":"1"} ¦ {"likeCount":{"gte":1e400}} ¦ {"createdAt":"yesterday"}'),
    ...each('{"createdAt":{"lt":"+275760-09-13T00:00:00Z"}} ¦ {"not":{"not":{"title":null}}} ¦ {"and":[{"or":[{"not":{"id":"x"}}]}]}'),
    JSON.stringify({ title: { contains: 'x'.repeat(2_000) } }),
  ],
  sort: each('x ¦ createdAt ASC DESC ¦ ["title"] ¦ [1] ¦ title,title'),
  page: each('1e9 ¦ 501 ¦ 10001 ¦ 0x10 ¦  2 '),
  limit: each('101 ¦ 1001 ¦ 1e2 ¦ ٣'),
  ids: each(', ¦ ,,, ¦ $ ¦ %00'),
  after: each('= ¦ eyJzb3J0IjoiIn0 ¦ eyJzb3J0IjoiY3JlYXRlZEF0IC0xIiwidmFsdWVzIjpbbnVsbF0sImlkIjoieCJ9'),
  include: each(', ¦ days, ¦ secrets ¦ __proto__'),
  southWestLng: each('-181 ¦ x ¦ 180.0000001 ¦ 1e400'),
  northEastLat: each('91 ¦ NaN ¦ -90.1'),
};

/** Headers with malformed, too long or meaningless values. */
export const oddHeaders: Readonly<Record<string, readonly string[]>> = {
  'if-match': each('x ¦ "" ¦ "x" ¦ W/"1" ¦ "1", "2" ¦ "0" ¦ "999999999999999" ¦ "9999999999999999" ¦ *'),
  'x-after': ['', ...each('x ¦ -1 ¦ 1.5 ¦ 999999999 ¦ 9999999999999999')],
  'idempotency-key': ['', 'two words', 'x'.repeat(201), 'x'.repeat(200), 'é'],
  authorization: ['', ...each('Bearer ¦ Bearer  ¦ Basic YTpi ¦ bearer x.y.z ¦ Bearer x.y.z ¦ Bearer a b'), `Bearer ${'x'.repeat(8_200)}`],
  accept: each('text/html ¦ application/xml'),
  traceparent: ['00-0000000000000000000000000000abcd-0000000000000001-01'],
};

/** Bodies that are malformed or have no known field. */
export const brokenBodies: readonly string[] = [
  ...['', ' ', '\ufeff{}', '{"title":"a\nb"}'],
  ...each('{"title": ¦ [1,2 ¦ null ¦ true ¦ "text" ¦ [] ¦ {} ¦ {"a":1}{"b":2} ¦ NaN ¦ {"title":1e999} ¦ {"title":"a","title":"b"}'),
  ...each('{"__proto__":{"visibility":"PUBLIC"},"title":"x"} ¦ {"constructor":{"prototype":{"x":1}},"title":"x"}'),
  ...each('{"title":"\\ud800"} ¦ {"title":"\\u0000"}'),
  ...[deep(5_000, '', '[', ']'), JSON.stringify({ title: 'x'.repeat(200_000) })],
];
/** A body above the size limit of requests. */
export const tooLargeBody = JSON.stringify({ title: 'x'.repeat(530_000) });

/** JSON values of a wrong type for most fields. */
export const wrongValues: readonly string[] = [
  ...each('12 ¦ -1 ¦ 1.5 ¦ 1e308 ¦ -0 ¦ true ¦ null ¦ {} ¦ [] ¦ [null] ¦ {"$gt":""} ¦ "" ¦ "   " ¦ "\\u0000" ¦ "\\ud800" ¦ "a\\udc00b"'),
  ...each('"\\u202e" ¦ "2026-02-30T00:00:00Z" ¦ "javascript:alert(1)" ¦ "00000000-0000-0000-0000-000000000000"'),
  JSON.stringify('x'.repeat(20_001)),
];

export const wrongContentTypes = each(
  'text/plain ¦ application/xml ¦ application/x-www-form-urlencoded ¦ application/json; charset=utf-16 ¦ multipart/form-data ¦ */*',
);
export const pathEndings = [...each('/ ¦ // ¦ /x ¦ /%00 ¦ /..%2f.. ¦ ? ¦ %20 ¦ /%F0%9F%98%80 ¦ ;a=b ¦ .json'), `/${'x'.repeat(201)}`];
export const strangeSegments = [
  ...each('x ¦ 1 ¦ %00 ¦ %ED%A0%80 ¦ %27 ¦ NULL ¦ __proto__ ¦ 00000000-0000-0000-0000-000000000000 ¦ $ne'),
  'x'.repeat(201),
];

/** Internal fields of the product, references to other entities, and names with a meaning in JavaScript. */
export const foreignFields: readonly string[] = [
  ...each('id ¦ version ¦ createdAt ¦ updatedAt ¦ publishedAt ¦ firstCommentAt ¦ likeCount ¦ daysCount ¦ stopsCount ¦ legsCount ¦ followersCount'),
  ...each('followingCount ¦ ordersCount ¦ credits ¦ orderIds ¦ subjectId ¦ email ¦ dayIdsCount ¦ stopIds ¦ legIds ¦ account ¦ account.id'),
  ...each('countries ¦ image ¦ file ¦ origin ¦ itineraryIds ¦ number ¦ role ¦ roles ¦ isAdmin ¦ admin ¦ followerId ¦ targetId ¦ moderatorId'),
  ...each('jobId ¦ actorId ¦ meta ¦ type ¦ schema ¦ __proto__ ¦ constructor ¦ prototype ¦ toString ¦ hasOwnProperty ¦ $set ¦ $where ¦ doc'),
  ...each('stream ¦ position ¦ _id ¦ owner_id ¦ price ¦ unknown ¦ accountId ¦ hidden ¦ suspended ¦ itineraryId ¦ postableId ¦ replyToId'),
  ...each('reactableId ¦ placeId ¦ countryCode ¦ code ¦ state ¦ visibility'),
];
