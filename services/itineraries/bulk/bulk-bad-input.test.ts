import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  admin = product.person('root', 'admin');
  await admin.api.createItinerary({ body: { title: 'A story', visibility: 'PUBLIC' } });
  await admin.api.listItineraries({});
});
afterAll(() => product.stop());

const nested = (depth: number): string => (depth === 0 ? '{"title":"a"}' : `{"not":${nested(depth - 1)}}`);
const many = `{"or":[${Array.from({ length: 21 }, () => '{"title":"a"}').join()}]}`;

/** Filters that are empty, match everything, or violate the grammar. */
const hostile: (readonly [what: string, filter: string])[] = [
  ['nothing', ''],
  ['blanks', '   '],
  ['an empty object', '{}'],
  ['an empty object among blanks', ' { } '],
  ['an empty list', '[]'],
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['a number', '1'],
  ['a text', '"title"'],
  ['a star', '*'],
  ['undefined', 'undefined'],
  ['no JSON', '{title:1}'],
  ['half of JSON', '{"title":'],
  ['JSON and more', '{"title":"a"} or 1=1'],
  ['two objects', '{"title":"a"}{"title":"b"}'],
  ['a list of conditions', '[{"title":"a"}]'],
  ['an or of nothing', '{"or":[]}'],
  ['an and of nothing', '{"and":[]}'],
  ['an or with an empty part', '{"or":[{},{"title":"a"}]}'],
  ['an and of an empty part', '{"and":[{}]}'],
  ['a not of nothing', '{"not":{}}'],
  ['a not of null', '{"not":null}'],
  ['an or that is none', '{"or":{"title":"a"}}'],
  ['an or of null', '{"or":[null]}'],
  ['too deep', nested(4)],
  ['much too deep', nested(400)],
  ['too many conditions', many],
  ['an unknown field', '{"password":"a"}'],
  ['a field that is not filtered by', '{"description":"a"}'],
  ['a field of fields', '{"audience.visibility":"PUBLIC"}'],
  ['the prototype', '{"__proto__":"a"}'],
  ['the constructor', '{"constructor":{"prototype":1}}'],
  ['toString', '{"toString":"a"}'],
  ['an unknown operator', '{"title":{"like":"a"}}'],
  ['an operator of MongoDB', '{"title":{"$ne":null}}'],
  ['$where', '{"$where":"sleep(1000)"}'],
  ['$or', '{"$or":[{"title":"a"}]}'],
  ['a regular expression', '{"title":{"$regex":".*"}}'],
  ['no operator', '{"title":{}}'],
  ['an empty operator', '{"title":{"":"a"}}'],
  ['a condition within a field', '{"title":{"or":[{"contains":"a"}]}}'],
  ['a number for a text', '{"title":1}'],
  ['a text for a number', '{"likeCount":"1"}'],
  ['a text for a number, compared', '{"likeCount":{"gte":"0; drop table events"}}'],
  ['infinity', '{"likeCount":{"gte":1e999}}'],
  ['no number', '{"likeCount":{"gte":"NaN"}}'],
  ['a time that is none', '{"createdAt":{"gt":"yesterday"}}'],
  ['SQL for a time', `{"createdAt":{"gt":"now()"}}`],
  ['a flag for a text', '{"visibility":true}'],
  ['a list of lists', '{"id":[["a"]]}'],
  ['an object in a list', '{"id":[{"ne":"a"}]}'],
  ['null in a list', '{"id":[null]}'],
  ['a NUL', '{"title":"a\\u0000"}'],
  ['a set by equality', '{"countryIds":"a"}'],
  ['a set by prefix', '{"countryIds":{"startsWith":"a"}}'],
  ['has on a text', '{"title":{"has":"a"}}'],
  ['contains on a number', '{"likeCount":{"contains":"1"}}'],
  ['isNull with a text', '{"title":{"isNull":"true"}}'],
  ['startsWith of null', '{"title":{"startsWith":null}}'],
  ['SQL', `' or '1'='1`],
  ['SQL in a name', `{"title' or true --":"a"}`],
  ['SQL as JSON', `{"1=1":true}`],
  ['XML', '<filter/>'],
  ['more ids than a list takes', JSON.stringify({ id: Array.from({ length: 201 }, (_, index) => String(index)) })],
];

const requests = [
  ['PATCH', { hidden: true }],
  ['DELETE', undefined],
] as const;

test('Hostile bulk filters of this test are at least 60', () => expect(hostile.length).toBeGreaterThanOrEqual(60));

test.each(hostile)('%s as a bulk filter answers 400 with a path in query.filter, and appends nothing', async (_, filter) => {
  const head = await product.engines.events.head();
  for (const [method, payload] of requests) {
    for (const dryRun of ['true', 'false']) {
      const answer = await product.send({ method, url: '/api/itineraries', query: { filter, dryRun }, as: admin, ...(payload && { payload }) });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request/invalid']);
      for (const { path } of answer.json().errors) expect(path).toMatch(/^query\.filter/);
    }
  }
  expect(await product.engines.events.head()).toBe(head);
});

test.each([
  ['no filter', '', 'query.filter'],
  ['a filter twice', '?filter={"id":"a"}&filter={"id":"b"}', 'query.filter'],
  ['ids without a filter', '?ids=a', 'query.filter'],
  ['ids beside a filter', '?filter={"id":"a"}&ids=a', 'query.ids'],
  ['a limit', '?filter={"id":"a"}&limit=1', 'query.limit'],
  ['a dry run that is neither true nor false', '?filter={"id":"a"}&dryRun=yes', 'query.dryRun'],
  ['a dry run twice', '?filter={"id":"a"}&dryRun=true&dryRun=false', 'query.dryRun'],
  ['an empty dry run', '?filter={"id":"a"}&dryRun=', 'query.dryRun'],
])('%s in a bulk request answers 400', async (_, query, path) => {
  for (const [method, payload] of requests) {
    const url = `/api/itineraries${query.replaceAll('"', '%22').replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
    const answer = await product.send({ method, url, as: admin, ...(payload && { payload }) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(path);
  }
});

test.each([
  ['nothing', {}],
  ['no body', undefined],
  ['a list', []],
  ['null', null],
  ['a field that is not for many', { title: 'a' }],
  ['what the server owns', { hidden: true, accountId: '0' }],
  ['counts', { likeCount: 5 }],
  ['a hidden that is no flag', { hidden: 'true' }],
  ['a visibility that is none', { visibility: 'public' }],
  ['the prototype', JSON.parse('{"__proto__":{"hidden":true}}')],
])('bulk changes of %s answer 400', async (_, payload) => {
  const head = await product.engines.events.head();
  const headers = { 'content-type': 'application/json' };
  const answer = await product.send({
    method: 'PATCH',
    url: '/api/itineraries',
    query: { filter: '{"title":"A story"}' },
    as: admin,
    headers,
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
  expect(answer.statusCode).toBe(400);
  expect(await product.engines.events.head()).toBe(head);
});
