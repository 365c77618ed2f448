import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { untilSearchable } from '../../testing/until-searchable.ts';

const searches = ['/itineraries/search', '/itineraries/stops/search', '/itineraries/places/search', '/accounts/search', '/posts/search'];

let product: TestProduct;
let as: Person;
beforeAll(async () => {
  product = await testProduct();
  as = product.person('mod', 'moderator');
  await untilSearchable(product, ...searches);
});
afterAll(() => product.stop());

/** Fault, query, and the path that the answer names. */
const refused: [string, string, string][] = [
  ['no words', '', 'query.q'],
  ['empty words', 'q=', 'query.q'],
  ['blank words', 'q=%20%09', 'query.q'],
  ['words too long', `q=${'x'.repeat(201)}`, 'query.q'],
  ['words twice', 'q=a&q=b', 'query.q'],
  ['NUL', 'q=a%00b', 'query.q'],
  ['limit 0', 'q=a&limit=0', 'query.limit'],
  ['limit 101', 'q=a&limit=101', 'query.limit'],
  ['a limit that is no number', 'q=a&limit=ten', 'query.limit'],
  ['a fractional page', 'q=a&page=1.5', 'query.page'],
  ['page 0', 'q=a&page=0', 'query.page'],
  ['a page too far', 'q=a&page=101&limit=100', 'query.page'],
  ['a score below 0', 'q=a&minScore=-0.1', 'query.minScore'],
  ['a score above 1', 'q=a&minScore=1.1', 'query.minScore'],
  ['no score', 'q=a&minScore=', 'query.minScore'],
  ['a score that is no number', 'q=a&minScore=NaN', 'query.minScore'],
  ['fuzzyMatch that is neither true nor false', 'q=a&fuzzyMatch=yes', 'query.fuzzyMatch'],
  ['an unknown parameter', 'q=a&sort=score', 'query.sort'],
];

/** Faults that only one of the searches has. */
const alone: [string, string][] = [
  ['/api/itineraries/search?q=a&visibility=public', 'query.visibility'],
  ['/api/itineraries/search?q=a&city=Porto', 'query.city'],
  ['/api/itineraries/search?q=a&country=', 'query.country'],
  ['/api/itineraries/search?q=a&minDays=0', 'query.minDays'],
  ['/api/itineraries/search?q=a&maxDays=two', 'query.maxDays'],
  ['/api/itineraries/search?q=a&hasPicture=yes', 'query.hasPicture'],
  ['/api/itineraries/search?q=a&order=oldest', 'query.order'],
  ['/api/itineraries/search?q=a&season=monsoon', 'query.season'],
  ['/api/itineraries/search?q=a&southWestLng=1&southWestLat=1&northEastLng=2', 'query.northEastLat'],
  ['/api/itineraries/search?q=a&southWestLng=1&southWestLat=1&northEastLng=2&northEastLat=91', 'query.northEastLat'],
  ['/api/itineraries/stops/search?q=a&southWestLng=-181&southWestLat=1&northEastLng=2&northEastLat=2', 'query.southWestLng'],
  ['/api/posts/search?q=a&southWestLng=1', 'query.southWestLng'],
  ['/api/itineraries/stops/search?q=a&country=', 'query.country'],
  ['/api/itineraries/stops/search?q=a&city=%20', 'query.city'],
  [`/api/itineraries/stops/search?q=a&city=${'x'.repeat(121)}`, 'query.city'],
  ['/api/itineraries/stops/search?q=a&country=a%00', 'query.country'],
  ['/api/itineraries/stops/search?q=a&visibility=PUBLIC', 'query.visibility'],
  ['/api/accounts/search?q=a&visibility=PUBLIC', 'query.visibility'],
];

const hostile = [
  "' or 1=1 --",
  '" OR "a"="a',
  'a & b | !c :* (d)',
  '\\',
  '%_%',
  '/.*/',
  '<script>alert(1)</script>',
  '🙂🙂🙂',
  '...',
  'x'.repeat(200),
  'title:lisbon AND NOT *',
  '$where',
  '{"match_all":{}}',
];

describe('Searches with hostile input', () => {
  test.each(refused)('%s is refused by every search, with the path of the parameter', async (_, query, path) => {
    for (const search of searches) {
      const answer = await product.send({ url: `/api${search}?${query}`, as });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'request/invalid', errors: [{ path }] });
    }
  });

  test.each(alone)('%s is refused at %s', async (url, path) => {
    const answer = await product.send({ url, as });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ path }] });
  });

  test.each(hostile)('%s answers 200 with the query unchanged', async (q) => {
    for (const search of searches) {
      const answer = await product.send({ url: `/api${search}?q=${encodeURIComponent(q)}`, as });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ results: [], total: 0, query: q });
    }
  });

  test('with an x-after beyond the log answer 503 with Retry-After', async () => {
    const answer = await product.send({ url: `/api${searches[0]}?q=a`, headers: { 'x-after': '999999' } });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'read/behind' });
    expect(answer.headers['retry-after']).toBeDefined();
  });
});
