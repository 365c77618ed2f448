import type { Random } from './random.ts';

/** What a request is made of, before it is sent. */
export interface Draft {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Bodies that are no fields of anything. */
const brokenBodies: readonly string[] = [
  '',
  ' ',
  '{"title":',
  '[1,2',
  'null',
  'true',
  '"text"',
  '[]',
  '{}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  'NaN',
  '{"title":1e999}',
  '{"title":"a","title":"b"}',
  '{"__proto__":{"visibility":"PUBLIC"},"title":"x"}',
  '{"constructor":{"prototype":{"x":1}},"title":"x"}',
  '{"title":"\\ud800"}',
  '{"title":"\\u0000"}',
  '{"title":"a\nb"}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  JSON.stringify({ title: 'x'.repeat(200_000) }),
];
/** More than a request may carry. */
const tooLarge = JSON.stringify({ title: 'x'.repeat(530_000) });

/** JSON of values that a field is not meant to have. */
const wrongValues: readonly string[] = [
  ...['12', '-1', '1.5', '1e308', '-0', 'true', 'null', '{}', '[]', '[null]', '{"$gt":""}', '""', '"   "'],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"a\\udc00b"',
    '"\\u202e"',
    '"2026-02-30T00:00:00Z"',
    '"javascript:alert(1)"',
    '"00000000-0000-0000-0000-000000000000"',
  ],
  JSON.stringify('x'.repeat(20_001)),
];

const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  '*/*',
];

const hostileFilters: readonly string[] = [
  ...[
    '{',
    '[]',
    '""',
    'null',
    '{}',
    '{"$where":"1"}',
    '{"title":{"$regex":".*"}}',
    '{"__proto__":{"ne":1}}',
    '{"constructor":1}',
    '{"id":{"in":[]}}',
  ],
  ...[
    '{"id":[]}',
    '{"title":{"contains":""}}',
    '{"name":{"startsWith":""}}',
    '{"title":{"contains":"%"}}',
    '{"title":{"contains":"_"}}',
    '{"name":{"contains":"\\\\"}}',
  ],
  ...[
    '{"title":{"startsWith":"^"}}',
    '{"name":{"contains":"(?i)a|b"}}',
    '{"title":"\\ud800"}',
    '{"title":{"contains":"\\udc00"}}',
    '{"title":"\\u0000"}',
  ],
  ...[
    '{"likeCount":"1"}',
    '{"likeCount":{"gte":1e400}}',
    '{"createdAt":"yesterday"}',
    '{"createdAt":{"lt":"+275760-09-13T00:00:00Z"}}',
    '{"title":{}}',
    '{"or":[]}',
    '{"not":{}}',
  ],
  ...['{"not":{"not":{"not":{"id":"x"}}}}', '{"not":{"not":{"title":null}}}', '{"and":[{"or":[{"not":{"id":"x"}}]}]}'],
  JSON.stringify({ and: Array.from({ length: 21 }, (_, index) => ({ id: `x${index}` })) }),
  JSON.stringify({ id: Array.from({ length: 201 }, (_, index) => `x${index}`) }),
  JSON.stringify({ title: { contains: 'x'.repeat(2_000) } }),
];
const hostileParameters: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['filter', hostileFilters],
  ['filter', hostileFilters],
  ['sort', ['x', '', ',', 'createdAt sideways', 'createdAt ASC DESC', '["title"', '["title"]', '[1]', 'title,title', 'createdAt;drop', '__proto__']],
  ['page', ['0', '-1', '1.5', 'x', '', '1e9', '501', '10001', 'Infinity', '0x10', ' 2 ']],
  ['limit', ['0', '-1', '101', '1001', 'x', '', '1e2', '٣']],
  ['ids', ['x', '', ',', ',,,', '$', '%00']],
  ['after', ['x', 'e30', 'eyJzb3J0IjoiIn0', '=', 'bnVsbA', 'eyJzb3J0IjoiY3JlYXRlZEF0IC0xIiwidmFsdWVzIjpbbnVsbF0sImlkIjoieCJ9']],
  ['include', ['', ',', 'days,', 'secrets', '__proto__']],
  ['southWestLng', ['-181', 'x', '', '180.0000001', '1e400']],
  ['northEastLat', ['91', 'NaN', '-90.1']],
  ['unknown', ['1']],
  ['page[]', ['1']],
];

const hostileHeaders: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['if-match', ['x', '""', '"x"', 'W/"1"', '"1", "2"', '"0"', '"999999999999999"', '"9999999999999999"', '*']],
  ['x-after', ['x', '-1', '1.5', '', '999999999', '9999999999999999']],
  ['idempotency-key', ['', 'two words', 'x'.repeat(201), 'x'.repeat(200), 'é']],
  ['authorization', ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer x.y.z', 'Bearer x.y.z', 'Bearer a b', `Bearer ${'x'.repeat(8_200)}`]],
  ['accept', ['text/html', 'application/xml']],
  ['traceparent', ['00-0000000000000000000000000000abcd-0000000000000001-01']],
];

const pathEndings = ['/', '//', '/x', '/%00', '/..%2f..', '?', '%20', '/%F0%9F%98%80', `/${'x'.repeat(201)}`, ';a=b', '.json'];
const strangeSegments = ['x', '1', '%00', '%ED%A0%80', '%27', 'NULL', '__proto__', '00000000-0000-0000-0000-000000000000', '$ne', 'x'.repeat(201)];

/** Makes a request hostile in one way. */
export function hostile(draft: Draft, random: Random): Draft {
  const ways: readonly (readonly [() => Partial<Draft>, number])[] = [
    [() => ({ body: brokenBody(random) }), draft.body === undefined ? 0.3 : 3],
    [() => ({ body: wrongField(draft.body ?? '{}', random) }), draft.body === undefined ? 0 : 5],
    [() => ({ body: draft.body ?? '{}', headers: withType(draft.headers, random) }), draft.body === undefined ? 0.2 : 1],
    [() => ({ query: withOne(draft.query, hostileParameters, random) }), draft.body === undefined ? 6 : 0.7],
    [() => ({ headers: withOne(draft.headers, hostileHeaders, random) }), 2],
    [() => ({ path: random.chance(0.5) ? draft.path + random.pick(pathEndings) : withStrangeSegment(draft.path, random) }), 1.5],
  ];
  return { ...draft, ...random.weighted(ways)() };
}

const brokenBody = (random: Random): string => (random.chance(0.04) ? tooLarge : random.pick(brokenBodies));

/** A field gets a wrong value, goes, or is one that nobody knows. */
function wrongField(body: string, random: Random): string {
  const fields = Object.entries(JSON.parse(body) as object).map(([name, value]): [string, string] => [name, JSON.stringify(value)]); // bodies are objects
  const roll = fields.length === 0 ? 2 : random.below(4);
  if (roll < 2) random.pick(fields)[1] = random.pick(wrongValues);
  else if (roll === 2) fields.push([random.pick(['unknown', 'id', 'version', 'accountId', '__proto__', 'hidden', '$set']), random.pick(wrongValues)]);
  else fields.splice(random.below(fields.length), 1);
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
}

function withType({ 'content-type': _, ...headers }: Record<string, string>, random: Random): Record<string, string> {
  return random.chance(0.2) ? headers : { ...headers, 'content-type': random.pick(contentTypes) };
}

function withOne(
  values: Record<string, string>,
  choices: readonly (readonly [name: string, values: readonly string[]])[],
  random: Random,
): Record<string, string> {
  const [name, hostileValues] = random.pick(choices);
  return { ...values, [name]: random.pick(hostileValues) };
}

function withStrangeSegment(path: string, random: Random): string {
  const segments = path.split('/');
  // Behind the leading slash, `api` and the name of what is asked for.
  const index = segments.length > 3 ? 3 + random.below(segments.length - 3) : segments.length;
  segments[index] = random.pick(strangeSegments);
  return segments.join('/');
}
