import type { FoundPlace, NameMatch } from '@waystory/infra/places/port.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import { placeSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { describe, expect, test } from 'vitest';
import { evolvePlace, noAddress } from './place.ts';
import { placeFindOf, pointLabelOf, type RecordedFind, rankFinds } from './place-finds.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
let count = 0;
function known(name: string, more: Partial<Place> = {}, match: Partial<NameMatch> = {}): RecordedFind {
  count += 1;
  const data = { placeId: id(count), name, coordinates: { ...lisbon, latitude: 38 + count / 10 } };
  const place = evolvePlace(null, { type: 'PlaceCreated', data, stream: '', version: 1, at: '2026-01-01T00:00:00.000Z' });
  if (!place) throw new Error('A new place is there');
  return { place: { ...place, ...more }, relevance: 0.5, match: { extent: 'part', slipped: false, weight: 0.5, ...match } };
}
const found = (name: string, more: Partial<FoundPlace> = {}): FoundPlace => ({
  ...{ name, placeName: `${name}, Portugal`, placeFormatted: 'Portugal', featureType: 'place', coordinates: lisbon, address: noAddress },
  ...{ relevance: 0.4, match: null, mapboxId: `test.${name}`, poiCategories: [], maki: null, wikidataId: null },
  ...more,
});
const namesOf = (...finds: Parameters<typeof rankFinds>): string[] =>
  rankFinds(...finds).map(({ item: { name, placeId } }) => (placeId ? `${name}!` : name));

describe('Answers to a place search', () => {
  test('begin with exact names, then recorded places', () => {
    const places = [known('Lisbon Oceanarium'), known('Cathedral of Lisbon')];
    expect(namesOf('lisbon', places, [found('Lisbon'), found('Lisbon Falls')], 8)).toEqual([
      ...['Lisbon', 'Lisbon Oceanarium!', 'Cathedral of Lisbon!', 'Lisbon Falls'],
    ]);
    expect(
      namesOf('Lisbón', [known('Lisbon', {}, { extent: 'whole' })], [found('Lisbon', { coordinates: { latitude: 44, longitude: -70 } })], 8),
    ).toEqual(['Lisbon!', 'Lisbon']);
  });

  test('rank a recorded match with a typing error behind exact matches, but before other typing errors', () => {
    expect(namesOf('tower', [known('Towne Hall', {}, { slipped: true })], [found('Tower Hill')], 8)).toEqual(['Tower Hill', 'Towne Hall!']);
    expect(namesOf('towre', [known('Tower', {}, { extent: 'near', slipped: true })], [found('Tower Hill')], 8)).toEqual(['Tower!', 'Tower Hill']);
  });

  test('reserve one answer in four for unrecorded places', () => {
    const many = Array.from({ length: 8 }, (_, number) => known(`Museum ${number}`));
    expect(namesOf('mus', many, [found('Musa'), found('Musan'), found('Musala')], 8).slice(5)).toEqual(['Museum 5!', 'Musa', 'Musan']);
    expect(namesOf('mus', many, [], 8)).toHaveLength(8);
    expect(namesOf('mus', many, [found('Musa')], 1)).toEqual(['Musa']);
  });

  test('list a place once: by the same name within 300 metres, or the same map service id', () => {
    const at = (metres: number) => ({ latitude: lisbon.latitude + metres / 111_195, longitude: lisbon.longitude });
    const here = known('Café Central', { coordinates: lisbon, mapboxId: 'mb.1' });
    expect(namesOf('cafe', [here], [found('cafe central', { coordinates: at(290) })], 8)).toEqual(['Café Central!']);
    expect(namesOf('cafe', [here], [found('Cafe Central', { coordinates: at(310) })], 8)).toEqual(['Café Central!', 'Cafe Central']);
    expect(namesOf('cafe', [here], [found('Café do Centro', { mapboxId: 'mb.1' })], 8)).toEqual(['Café Central!']);
    expect(namesOf('cafe', [here, known('Café Central', { coordinates: at(100) })], [], 8)).toHaveLength(1);
    expect(namesOf('cafe', [], [found('Café'), found('Café')], 8)).toEqual(['Café']);
  });

  test('describe the location of a recorded place, from its address when no text is stored', () => {
    const address = { ...noAddress, city: 'Lisbon', countryName: 'Portugal', countryCode: 'PT' };
    const [tower, bench] = rankFinds('x', [known('Torre', { address }), known('A bench')], [], 8).map(({ item }) => item);
    expect(tower).toMatchObject({ placeName: 'Torre, Lisbon, Portugal', placeFormatted: 'Lisbon, Portugal' });
    expect(bench).toMatchObject({ placeName: 'A bench', placeFormatted: '' });
    expect(rankFinds('x', [known('Torre', { placeName: 'Torre, Belém', placeFormatted: 'Belém' })], [], 8)).toMatchObject([
      { item: { placeName: 'Torre, Belém', placeFormatted: 'Belém' } },
    ]);
  });

  test('match the schema of the API', () => {
    for (const { item } of rankFinds('lisbon', [known('Lisbon Zoo')], [found('Lisbon')], 8))
      expect(placeSearchResult.strict().parse(item)).toEqual(item);
  });
});

test.each([
  [lisbon, 'Lisbon, Portugal'],
  [{ latitude: 38.6916, longitude: -9.216 }, 'Near Lisbon, Portugal'],
  [{ latitude: 38.7139, longitude: -9.5 }, '31 km from Lisbon, Portugal'],
])('a point at %j is called %s', (point, label) => {
  expect(pointLabelOf(point, placeFindOf(found('Lisbon')))).toBe(label);
});

test('A point without a place nearby is labelled with its degrees', () => {
  expect(pointLabelOf({ latitude: -48.5, longitude: -30.25 }, null)).toBe('48.5000° S, 30.2500° W');
});
