import { verifyIndexes } from '@waystory/infra/read-models/indexes/verify-indexes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { untilSearchable } from '../../testing/until-searchable.ts';
import { itinerariesService } from '../service.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  bob = product.person('bob');
  moderator = product.person('mod', 'moderator');
  await untilSearchable(product, '/itineraries/search', '/itineraries/stops/search');
});
afterAll(() => product.stop());

type Visibility = 'PRIVATE' | 'UNLISTED' | 'PUBLIC';
const places = {
  sintra: {
    placeName: 'Palácio da Pena',
    city: 'Sintra',
    countryName: 'Portugal',
    countryCode: 'PT',
    coordinates: { latitude: 38.7876, longitude: -9.3906 },
  },
  koeln: { placeName: 'Kölner Dom', city: 'Köln', countryName: 'Germany', countryCode: 'DE', coordinates: { latitude: 50.9413, longitude: 6.9583 } },
};

async function story(title: string, visibility: Visibility, place: keyof typeof places | null = null, by = ada) {
  const itinerary = await by.api.createItinerary({ body: { title, visibility } });
  const stop = place && (await addStop(itinerary.id, place, by));
  return { id: itinerary.id, stopId: stop?.id ?? '' };
}

function addStop(itineraryId: string, name: keyof typeof places, by = ada) {
  const { placeName, city, countryName, countryCode, coordinates } = places[name];
  return by.api.addStop({
    params: { itineraryId },
    body: { title: `Seeing ${placeName}`, placeName, coordinates, address: { city, countryName, countryCode } },
  });
}

const idsOf = ({ results }: { results: { entity: { id: string } }[] }): string[] => results.map(({ entity }) => entity.id);
/** Results of a person once all writes by `author` are indexed. */
async function itinerariesFor(who: Pick<Person, 'api'> | null, q: string, more: { visibility?: Visibility } = {}, author = ada): Promise<string[]> {
  await author.api.searchItineraries({ query: { q: 'settled' } });
  return idsOf(await (who?.api ?? product.anonymous).searchItineraries({ query: { q, ...more } }));
}
async function stopsFor(who: Pick<Person, 'api'> | null, q: string, more: { country?: string; city?: string } = {}): Promise<string[]> {
  await ada.api.searchStops({ query: { q: 'settled' } });
  return idsOf(await (who?.api ?? product.anonymous).searchStops({ query: { q, ...more } }));
}

describe('Search over HTTP', () => {
  test('finds a recent write, with score, matched fields and highlights', async () => {
    const { id } = await story('Golden autumn <b>hikes</b> & views', 'PUBLIC', 'sintra');
    const found = await ada.api.searchItineraries({ query: { q: ' autumn ' } });
    expect(found).toMatchObject({ total: 1, page: 1, limit: 20, query: 'autumn' });
    expect(found.duration).toBeGreaterThan(0);
    const [hit] = found.results;
    expect(hit?.entity).toMatchObject({
      id,
      title: 'Golden autumn <b>hikes</b> & views',
      account: { id: ada.accountId, userName: null },
      countries: [],
    });
    expect(hit?.matchedFields).toEqual(['title']);
    expect(hit?.score).toBeGreaterThan(0);
    expect(hit?.score).toBeLessThanOrEqual(1);
    expect(hit?.highlights.title).toContain('<em>autumn</em>');
    expect(hit?.highlights.title).not.toContain('<b>');
  });

  test('ignores case, accents, a typing error and an unfinished last word; typing errors can be excluded', async () => {
    const { stopId } = await story('Cathedrals', 'PUBLIC', 'koeln');
    for (const q of ['Kölner Dom', 'kolner dom', 'KÖLNER', 'kolnar dom', 'koln', 'seeing köln']) expect(await stopsFor(null, q)).toContain(stopId);
    const exact = await ada.api.searchStops({ query: { q: 'kolnar', fuzzyMatch: 'false' } });
    expect(exact).toMatchObject({ results: [], total: 0 });
  });

  test('finds an itinerary by the places of its accepted stops, until they are removed', async () => {
    const { id, stopId } = await story('Fairy tales', 'PUBLIC', 'sintra');
    for (const q of ['pena', 'sintra', 'portugal']) expect(await itinerariesFor(null, q)).toContain(id);
    const params = { itineraryId: id, id: stopId };
    await ada.api.patchStop({ params, body: { state: 'SUGGESTED' } });
    expect(await itinerariesFor(ada, 'pena')).not.toContain(id);
    expect(await stopsFor(ada, 'pena')).not.toContain(stopId);
    await ada.api.patchStop({ params, body: { state: 'ACCEPTED', title: 'Red walls' } });
    expect(await itinerariesFor(null, 'red walls')).toContain(id);
    expect(await stopsFor(null, 'red walls')).toEqual([stopId]);
    await ada.api.deleteStop({ params });
    expect(await itinerariesFor(ada, 'red walls')).toEqual([]);
    expect(await stopsFor(ada, 'red walls')).toEqual([]);
  });

  test('finds a stop and its itinerary by every name of its place, until the stop is relocated', async () => {
    const place = { name: 'Kinkaku-ji', otherNames: ['金閣寺', 'Golden Pavilion'], coordinates: { latitude: 35.0394, longitude: 135.7292 } };
    const { id: placeId } = await product.person('editor', 'admin').api.createPlace({ body: place });
    const { id } = await story('Gilded', 'PUBLIC');
    const { id: stopId } = await ada.api.addStop({ params: { itineraryId: id }, body: { placeId } });
    for (const q of ['golden pavillion', '金閣寺', 'kinkaku']) {
      expect(await stopsFor(null, q)).toEqual([stopId]);
      expect(await itinerariesFor(null, q)).toEqual([id]);
    }
    const { placeName, coordinates } = places.sintra;
    await ada.api.patchStop({ params: { itineraryId: id, id: stopId }, body: { title: 'Red walls', place: { placeName, coordinates } } });
    expect(await stopsFor(ada, 'golden pavilion')).toEqual([]);
    expect(await itinerariesFor(ada, 'golden pavilion')).not.toContain(id);
  });

  test('finds private, unlisted and hidden itineraries for their owner and moderators only', async () => {
    const stories = await Promise.all(
      (['PRIVATE', 'UNLISTED', 'PUBLIC'] as const).map((visibility) => story(`Secrets ${visibility}`, visibility, 'koeln')),
    );
    const [secret, unlisted, open] = stories.map(({ id }) => id);
    const [, , openStop] = stories.map(({ stopId }) => stopId);
    expect(await itinerariesFor(null, 'secrets')).toEqual([open]);
    expect(await itinerariesFor(bob, 'secrets')).toEqual([open]);
    expect(new Set(await itinerariesFor(ada, 'secrets'))).toEqual(new Set([secret, unlisted, open]));
    expect(new Set(await itinerariesFor(moderator, 'secrets'))).toEqual(new Set([secret, unlisted, open]));
    expect(await itinerariesFor(bob, 'secrets', { visibility: 'PRIVATE' })).toEqual([]);
    expect(await itinerariesFor(null, 'secrets', { visibility: 'UNLISTED' })).toEqual([]);
    expect(await itinerariesFor(ada, 'secrets', { visibility: 'PRIVATE' })).toEqual([secret]);
    await moderator.api.patchItinerary({ params: { id: open ?? '' }, body: { hidden: true } });
    expect(await itinerariesFor(bob, 'secrets', {}, moderator)).toEqual([]);
    expect(await itinerariesFor(moderator, 'secrets')).toContain(open);
    await moderator.api.searchStops({ query: { q: 'settled' } });
    expect(await stopsFor(bob, 'kölner dom')).not.toContain(openStop);
    expect(await stopsFor(moderator, 'kölner dom')).toContain(openStop);
  });

  test('no longer finds withdrawn or deleted itineraries, nor their stops', async () => {
    const { id, stopId } = await story('Vanishing', 'PUBLIC', 'sintra');
    await ada.api.patchItinerary({ params: { id }, body: { visibility: 'PRIVATE' } });
    expect(await itinerariesFor(bob, 'vanishing')).toEqual([]);
    expect(await stopsFor(bob, 'seeing pena')).not.toContain(stopId);
    expect(await stopsFor(ada, 'seeing pena')).toContain(stopId);
    await ada.api.deleteItinerary({ params: { id } });
    expect(await itinerariesFor(ada, 'vanishing')).toEqual([]);
    expect(await stopsFor(ada, 'seeing pena')).not.toContain(stopId);
    expect(await stopsFor(moderator, 'seeing pena')).not.toContain(stopId);
  });

  test('limits stops to a country by name or code, and to a city', async () => {
    const { stopId } = await story('Rhine', 'PUBLIC', 'koeln');
    const { stopId: other } = await story('Sintra', 'PUBLIC', 'sintra');
    for (const country of ['DE', 'de', 'germany', 'GERMANY']) {
      const found = await stopsFor(null, 'seeing', { country });
      expect(found).toContain(stopId);
      expect(found).not.toContain(other);
    }
    for (const city of ['Köln', 'koln', 'KÖLN']) expect(await stopsFor(null, 'seeing', { city })).toContain(stopId);
    expect(await stopsFor(null, 'seeing', { city: 'koln', country: 'PT' })).toEqual([]);
  });

  test('limits itineraries to a country, to a number of days and to itineraries with a picture', async () => {
    const { id } = await story('Bounded by water', 'PUBLIC', 'koeln');
    const { id: other } = await ada.api.createItinerary({
      body: { title: 'Bounded by hills', visibility: 'PUBLIC', daysCount: 3, imageUrl: 'https://images.example.org/hills.jpg' },
    });
    const found = async (limits: Parameters<typeof ada.api.searchItineraries>[0]['query']) =>
      idsOf(await ada.api.searchItineraries({ query: limits }));
    for (const country of ['DE', 'de', 'Germany', 'GERMANY']) expect(await found({ q: 'bounded', country })).toEqual([id]);
    expect(await found({ q: 'bounded', minDays: 2, maxDays: 3 })).toEqual([other]);
    expect(await found({ q: 'bounded', maxDays: 2 })).toEqual([id]);
    expect(await found({ q: 'bounded', hasPicture: 'true' })).toEqual([other]);
    expect(await found({ q: 'bounded', hasPicture: 'false' })).toEqual([id]);
    expect(await found({ q: 'bounded', country: 'PT' })).toEqual([]);
  });

  test('limits itineraries to a season, by their date and hemisphere', async () => {
    const { id } = await story('Blossoming', 'PUBLIC', 'koeln');
    const seasons = async () => {
      const found: string[] = [];
      for (const season of ['spring', 'summer', 'autumn', 'winter'] as const)
        if (idsOf(await ada.api.searchItineraries({ query: { q: 'blossoming', season } })).includes(id)) found.push(season);
      return found;
    };
    expect(await seasons()).toEqual([]);
    await ada.api.patchItinerary({ params: { id }, body: { firstDate: '2026-04-02' } });
    expect(await seasons()).toEqual(['spring']);
    const cape = { coordinates: { latitude: -34.36, longitude: 18.47 }, placeName: 'Cape Point' };
    const { id: stopId } = await ada.api.addStop({ params: { itineraryId: id }, body: cape });
    expect(await seasons()).toEqual(['spring', 'autumn']);
    await ada.api.deleteStop({ params: { itineraryId: id, id: stopId } });
    await ada.api.patchItinerary({ params: { id }, body: { firstDate: null } });
    expect(await seasons()).toEqual([]);
  });

  test('limits stops and itineraries to a bounding box, page by page', async () => {
    const box = { southWestLng: '-9.5', southWestLat: '38', northEastLng: '-9', northEastLat: '39' };
    const titles = ['Lanterns by the sea', 'Lanterns', 'Lanterns on hills'];
    const stories = [];
    for (const title of titles) stories.push(await story(title, 'PUBLIC', title.endsWith('sea') ? 'koeln' : 'sintra'));
    const [elsewhere, near, hills] = stories;
    const found = async (more: object = box) => ada.api.searchItineraries({ query: { q: 'lanterns', ...more } });
    expect(idsOf(await found({}))).toHaveLength(3);
    expect([idsOf(await found()), (await found()).total]).toEqual([[near?.id, hills?.id], 2]);
    const pages = [await found({ ...box, limit: '1' }), await found({ ...box, limit: '1', page: '2' })];
    expect(pages.map((page) => [idsOf(page), page.total])).toEqual([
      [[near?.id], 2],
      [[hills?.id], 2],
    ]);
    const { stopId } = { stopId: (await addStop(elsewhere?.id ?? '', 'sintra')).id };
    expect((await found()).total).toBe(3);
    const inBox = async () => idsOf(await ada.api.searchStops({ query: { q: 'seeing pena', limit: '100', ...box } }));
    expect(await inBox()).toEqual(expect.arrayContaining([near?.stopId, hills?.stopId, stopId]));
    expect(idsOf(await ada.api.searchStops({ query: { q: 'kölner dom', ...box } }))).toEqual([]);
    await ada.api.patchStop({ params: { itineraryId: elsewhere?.id ?? '', id: stopId }, body: { state: 'SUGGESTED' } });
    expect((await found()).total).toBe(2);
    expect(await inBox()).not.toContain(stopId);
  });

  test('finds an unlocated stop in no bounding box, and a stop at 180 degrees on either side', async () => {
    const { id: itineraryId } = await story('Datelines', 'PUBLIC');
    const at = { latitude: -16.8, longitude: 180 };
    const { id } = await ada.api.addStop({ params: { itineraryId }, body: { placeName: 'Taveuni', coordinates: at } });
    await ada.api.addStop({ params: { itineraryId }, body: { placeName: 'Taveuni bar', coordinates: at, isLocated: false } });
    const between = async (southWestLng: string, northEastLng: string) =>
      idsOf(await ada.api.searchStops({ query: { q: 'taveuni', southWestLat: '-20', northEastLat: '0', southWestLng, northEastLng } }));
    expect(idsOf(await ada.api.searchStops({ query: { q: 'taveuni' } }))).toHaveLength(2);
    for (const [west, east] of [
      ['170', '-170'],
      ['-180', '-170'],
      ['170', '180'],
      ['-180', '180'],
    ] as const)
      expect(await between(west, east)).toEqual([id]);
    expect(await between('-170', '170')).toEqual([]);
  });

  test('sorts itineraries by match, newest first or most liked first, page by page', async () => {
    const [older, liked, newest] = [
      await story('Sequenced', 'PUBLIC'),
      await story('Sequenced twice', 'PUBLIC'),
      await story('Thrice sequenced', 'PUBLIC'),
    ];
    await ada.api.createReaction({ body: { reactableType: 'itinerary', reactableId: liked.id, reactionType: 'like' } });
    const found = async (order: 'best' | 'newest' | 'mostLiked', page = 1) => {
      const { results, total } = await ada.api.searchItineraries({ query: { q: 'sequenced', order, page, limit: 2 } });
      return { ids: results.map(({ entity }) => entity.id), total };
    };
    expect((await found('best')).ids[0]).toBe(older.id);
    expect(await found('newest')).toEqual({ ids: [newest.id, liked.id], total: 3 });
    expect(await found('newest', 2)).toEqual({ ids: [older.id], total: 3 });
    expect(await found('mostLiked')).toEqual({ ids: [liked.id, newest.id], total: 3 });
  });

  test('returns pages that do not overlap and together hold all results', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, async (_, n) => (await story(`Paginated number ${n}`, 'PUBLIC')).id));
    await ada.api.searchItineraries({ query: { q: 'settled' } });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ada.api.searchItineraries({ query: { q: 'paginated', page, limit: 3 } })));
    expect(pages.map(({ results, total }) => [results.length, total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
      [0, 7],
    ]);
    expect(pages.flatMap(idsOf).sort()).toEqual(ids.sort());
  });

  test('leaves out results below minScore', async () => {
    const { id } = await ada.api.createItinerary({ body: { title: 'Iceland', description: 'Nothing but waterfalls.', visibility: 'PUBLIC' } });
    const found = async (minScore: number) => idsOf(await ada.api.searchItineraries({ query: { q: 'waterfalls', minScore } }));
    const { results } = await ada.api.searchItineraries({ query: { q: 'waterfalls' } });
    const score = results[0]?.score ?? 1;
    expect(score).toBeLessThan(0.99);
    expect(await found(score)).toEqual([id]);
    expect(await found(score + 0.01)).toEqual([]);
  });

  const verified = async () => {
    await ada.api.searchStops({ query: { q: 'settled' } });
    const { engines } = product;
    return verifyIndexes({ ...engines, store: engines.projections, projections: itinerariesService.projections });
  };

  test('has an index equal to the read model after the day of a stop was removed', async () => {
    const { id, dayIds } = await ada.api.createItinerary({ body: { title: 'Two days', visibility: 'PUBLIC', daysCount: 2 } });
    const { placeName, coordinates } = places.koeln;
    await ada.api.addStop({ params: { itineraryId: id }, body: { title: 'Cathedral', placeName, coordinates, dayIds } });
    await verified();
    await ada.api.deleteDay({ params: { itineraryId: id, id: dayIds[0] ?? '' } });
    expect((await verified()).flatMap(({ firstDifference }) => firstDifference ?? [])).toEqual([]);
  });

  test('has an index equal to the read model, and reports its lag', async () => {
    const agreed = await verified();
    expect(agreed.map(({ projection, equal }) => [projection, equal])).toEqual([
      ['search:itineraries', true],
      ['search:stops', true],
    ]);
    expect(agreed.every(({ documents }) => documents > 0)).toBe(true);
    const metrics = (await product.host.monitoring.inject('/metrics')).body;
    expect(metrics).toMatch(/waystory_projection_lag_seconds\{projection="search:stops",partition="0"\} [\d.]+/);
  });
});
