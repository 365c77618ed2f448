import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Box, isInBox } from '@waystory/proto/kit/filter.ts';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { IndexedDoc } from '../port.ts';
import { all, deletedDoc, doc, type EngineUnderTest, type StoriesIndex, storiesNamed, testWith, uniqueIndexName } from './fixture.ts';

type Test = (name: string, body: (stories: StoriesIndex) => Promise<void>) => void;

const at = (latitude: number, longitude: number): Coordinates => ({ latitude, longitude });
const porto = at(41.1496, -8.611);
const lisbon = at(38.7223, -9.1393);
const tokyo = at(35.6764, 139.65);
const suva = at(-18.1416, 178.4419);
const apia = at(-13.8333, -171.7667);
const world: Box = { south: -90, west: -180, north: 90, east: 180 };
const portugal: Box = { south: 36.9, west: -9.6, north: 42.2, east: -6.1 };
const pacific: Box = { south: -30, west: 170, north: 0, east: -160 };

const placed = (id: string, positions: readonly Coordinates[], title = 'Harbour', filters: IndexedDoc['filters'] = {}): IndexedDoc => ({
  ...doc(id, { title }, filters ?? {}),
  positions,
});

/** Search within a box. */
export function positionsContract(made: () => EngineUnderTest): void {
  describe('search within a bounding box', () => {
    const stories = testWith(made);
    boxes(stories);
    edges(stories);
    together(stories);
    kept(stories, made);
  });
}

function boxes(stories: Test): void {
  stories('finds a document once when one of its positions is in the box', async ({ hold, ask }) => {
    await hold(placed('a', [tokyo, porto, lisbon]), placed('b', [tokyo]), placed('c', [lisbon]));
    const { hits, total } = await ask('harbour', { within: portugal });
    expect([hits.map(({ id }) => id), total]).toEqual([['a', 'c'], 2]);
  });

  stories('does not combine latitude and longitude of two positions', async ({ hold, find }) => {
    await hold(placed('a', [at(41, 100), at(10, -8)]));
    expect(await find('harbour', { within: portugal })).toEqual([]);
    expect(await find('harbour', { within: world })).toEqual(['a']);
  });

  stories('finds no document without positions, even in the whole world', async ({ hold, find }) => {
    await hold(placed('a', []), doc('b', { title: 'Harbour' }), placed('c', [porto]));
    expect(await find('harbour')).toEqual(['a', 'b', 'c']);
    expect(await find('harbour', { within: world })).toEqual(['c']);
  });

  stories('crosses the antimeridian when the west of the box is greater than its east', async ({ hold, find }) => {
    await hold(placed('a', [suva]), placed('b', [apia]), placed('c', [porto]), placed('d', [tokyo]));
    expect(await find('harbour', { within: pacific })).toEqual(['a', 'b']);
    expect(await find('harbour', { within: { ...pacific, south: 0, north: 90, west: 100 } })).toEqual(['d']);
    expect(await find('harbour', { within: { ...world, west: 0, east: -100 } })).toEqual(['a', 'b', 'd']);
  });

  stories('finds the same documents as the in-memory definition', (fixture) => anyBox(fixture));
}

function edges(stories: Test): void {
  stories('treats 180 and -180 degrees as one meridian', async ({ hold, find }) => {
    await hold(placed('a', [at(0, 180)]), placed('b', [at(0, -180)]), placed('c', [at(0, 179)]), placed('d', [at(0, -179)]));
    const between = (west: number, east: number) => find('harbour', { within: { south: -1, west, north: 1, east } });
    expect(await between(-180, 180)).toEqual(['a', 'b', 'c', 'd']);
    for (const west of [180, -180]) expect(await between(west, -170)).toEqual(['a', 'b', 'd']);
    for (const east of [180, -180]) expect(await between(170, east)).toEqual(['a', 'b', 'c']);
    for (const [west, east] of [
      [180, 180],
      [-180, -180],
      [180, -180],
    ] as const)
      expect(await between(west, east)).toEqual(['a', 'b']);
    expect(await between(-179, 179)).toEqual(['c', 'd']);
  });

  stories('includes poles and edges, but no position a millionth of a degree beyond', async ({ hold, find }) => {
    await hold(
      placed('north', [at(90, 12)]),
      placed('south', [at(-90, -180)]),
      placed('edge', [at(41.149_612, -8.611_023)]),
      placed('zero', [at(0, 0)]),
    );
    expect(await find('harbour', { within: { ...world, south: 90 } })).toEqual(['north']);
    expect(await find('harbour', { within: { ...world, south: 89.999_999 } })).toEqual(['north']);
    expect(await find('harbour', { within: { ...world, north: -90 } })).toEqual(['south']);
    expect(await find('harbour', { within: { ...world, south: -89.999_999, north: 89.999_999 } })).toEqual(['edge', 'zero']);
    const point: Box = { south: 41.149_612, west: -8.611_023, north: 41.149_612, east: -8.611_023 };
    expect(await find('harbour', { within: point })).toEqual(['edge']);
    expect(await find('harbour', { within: { ...point, south: 41.149_613, north: 42 } })).toEqual([]);
    expect(await find('harbour', { within: { ...point, west: -9, east: -8.611_024 } })).toEqual([]);
    expect(await find('harbour', { within: { south: 0, west: 0, north: 0, east: 0 } })).toEqual(['zero']);
  });

  stories('finds nothing when the north of the box is less than its south', async ({ hold, find }) => {
    await hold(placed('a', [porto]), placed('b', [at(0, 0)]));
    expect(await find('harbour', { within: { ...world, south: 1, north: -1 } })).toEqual([]);
    expect(await find('harbour', { within: { ...world, south: 1e-7, north: 0 } })).toEqual([]);
  });

  stories('spans all longitudes when the gap is below the precision of positions', async ({ hold, find }) => {
    await hold(placed('a', [porto]), placed('b', [tokyo]));
    for (const [west, east] of [
      [20, 20 - 1e-9],
      [-180 + 1e-9, 180 - 1e-9],
      [1e-9, 0],
    ] as const)
      expect(await find('harbour', { within: { ...world, west, east } })).toEqual(['a', 'b']);
    expect(await find('harbour', { within: { ...world, west: 139.65, east: 139.65 } })).toEqual(['b']);
  });
}

function together(stories: Test): void {
  stories('combines words, filter and box, also in the total', async ({ hold, ask }) => {
    await hold(
      placed('a', [porto], 'Old harbour', { open: true }),
      placed('b', [porto], 'Old harbour', { open: false }),
      placed('c', [tokyo], 'Old harbour', { open: true }),
      placed('d', [lisbon], 'Old tram', { open: true }),
      placed('e', [lisbon], 'Harbour', { open: true }),
    );
    const { hits, total } = await ask('harbuor', { filter: { op: 'eq', field: 'open', value: true }, within: portugal });
    expect([hits.map(({ id }) => id), total]).toEqual([['a', 'e'], 2]);
    expect((await ask('harbour')).total).toBe(4);
  });

  stories('evaluates the fallback from all words and the rarity of words only within the box', async ({ hold, ask }) => {
    const many = Array.from({ length: 9 }, (_, index) => placed(`t${index}`, [tokyo], 'Zeppelin'));
    await hold(...many, placed('a', [tokyo], 'Harbour zeppelin'), placed('b', [porto], 'Harbour'), placed('c', [lisbon], 'Harbour'));
    const { hits, total } = await ask('harbour zeppelin', { within: portugal });
    expect([hits.map(({ id }) => id), total]).toEqual([['b', 'c'], 2]);
    await hold(placed('d', [porto], 'Zeppelin'));
    expect((await ask('harbour zeppelin', { within: portugal })).hits[0]?.id).toBe('d');
  });

  stories('with onePer returns the best document in the box per field value', async ({ hold, ask }) => {
    await hold(
      placed('a', [tokyo], 'Harbour', { owner: 'me' }),
      placed('b', [porto], 'The old harbour', { owner: 'me' }),
      placed('c', [lisbon], 'The harbour of old', { owner: 'you' }),
      placed('d', [tokyo], 'Harbour', { owner: 'them' }),
    );
    const { hits, total } = await ask('harbour', { onePer: 'owner', within: portugal });
    expect([hits.map(({ id }) => id), total]).toEqual([['b', 'c'], 2]);
  });

  stories('returns pages that are parts of one list', async ({ hold, ask, find }) => {
    const titles = ['Harbour', 'Old harbour'];
    await hold(...Array.from({ length: 60 }, (_, index) => placed(`d${index}`, [index % 3 === 0 ? tokyo : porto], titles[index % 2])));
    const whole = await find('harbour', { within: portugal });
    expect(whole).toHaveLength(40);
    for (const [offset, limit] of [
      [0, 15],
      [15, 15],
      [30, 15],
      [45, 15],
    ] as const) {
      const { hits, total } = await ask('harbour', { within: portugal, offset, limit });
      expect({ ids: hits.map(({ id }) => id), total }).toEqual({ ids: whole.slice(offset, offset + limit), total: 40 });
    }
  });
}

function kept(stories: Test, made: () => EngineUnderTest): void {
  stories('uses the positions of the newest version, and finds no deleted document', async ({ hold, find }) => {
    await hold(placed('a', [porto]), placed('b', [porto]));
    await hold({ ...placed('a', [tokyo]), version: 2 }, deletedDoc('b', 2));
    expect(await find('harbour', { within: portugal })).toEqual([]);
    expect(await find('harbour', { within: world })).toEqual(['a']);
    await hold({ ...placed('a', []), version: 3 }, { ...placed('b', [lisbon, suva]), version: 3 });
    expect(await find('harbour', { within: world })).toEqual(['b']);
  });

  stories('returns positions unchanged and in order by scan', async ({ hold, engine, spec }) => {
    const docs = [placed('a', [suva, porto, at(-90, 180), at(0.1 + 0.2, -1e-7), suva]), placed('b', []), doc('c', { title: 'Harbour' })];
    await hold(
      ...docs,
      placed(
        'd',
        Array.from({ length: 1_000 }, (_, index) => at(index / 13, -index / 7)),
      ),
    );
    expect((await all(engine.scan(spec.name))).slice(0, 3)).toEqual(docs);
    expect(await engine.search(spec.name, { ...harbour, within: { south: 76.8, west: -142.8, north: 76.9, east: -142.7 } })).toMatchObject({
      hits: [{ id: 'd' }],
    });
  });

  stories('throws an error for an index without positions', async () => {
    const { engine } = made();
    const { positions: _, ...spec } = storiesNamed(`${uniqueIndexName()}@1`);
    await engine.ensure(spec);
    const nowhere = doc('a', { title: 'Harbour' });
    expect(await engine.write(spec.name, [nowhere])).toEqual([]);
    await engine.refresh(spec.name);
    expect((await engine.search(spec.name, harbour)).total).toBe(1);
    expect(await all(engine.scan(spec.name))).toEqual([nowhere]);
    await expect(engine.search(spec.name, { ...harbour, within: world })).rejects.toThrow('has no positions');
    await engine.drop(spec.name);
  });
}

const harbour = { q: 'harbour', fuzzy: false, minScore: 0, filter: null, limit: 100, offset: 0 };

/** Steps of a millionth of a degree, the precision of positions. */
const degrees = (limit: number) =>
  fc.oneof(
    fc.constantFrom(-limit, limit, -limit + 1e-6, limit - 1e-6),
    fc.integer({ min: -3, max: 3 }).map((steps) => steps / 1e6),
    fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((steps) => steps / 1e6),
  );
/** Positions near edges and in crowds: corners of the world and a town, and points some steps away at any scale. */
const crowded: fc.Arbitrary<Coordinates> = fc
  .record({
    around: fc.constantFrom(at(0, 0), porto, at(66.5, 180), at(-45, -180), at(89.99, 12), at(22.5, 67.5)),
    scale: fc.integer({ min: 0, max: 22 }),
    up: fc.integer({ min: -3, max: 3 }),
    along: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ around, scale, up, along }) => {
    const stepped = (degree: number, steps: number, limit: number): number =>
      Math.round(Math.max(-limit, Math.min(limit, degree + (steps * 20) / 2 ** scale)) * 1e6) / 1e6;
    return at(stepped(around.latitude, up, 90), stepped(around.longitude, along, 180));
  });
const position: fc.Arbitrary<Coordinates> = fc.oneof(crowded, fc.record({ latitude: degrees(90), longitude: degrees(180) }));
const anyOfBoxes: fc.Arbitrary<Box> = fc
  .tuple(position, position)
  .map(([one, other]) => ({ south: one.latitude, west: one.longitude, north: other.latitude, east: other.longitude }));
const upright = anyOfBoxes.map((box) => ({ ...box, south: Math.min(box.south, box.north), north: Math.max(box.south, box.north) }));
const docsPerRound = 25;

const isWithin = (box: Box, { latitude, longitude }: Coordinates): boolean =>
  [longitude, Math.abs(longitude) === 180 ? -longitude : longitude].some((spelt) => isInBox(box, { latitude, longitude: spelt }));

async function anyBox({ hold, ask }: StoriesIndex): Promise<void> {
  let round = 0;
  const drawn = fc.array(fc.array(position, { maxLength: 4 }), { minLength: 1, maxLength: docsPerRound });
  const check = fc.asyncProperty(
    drawn,
    fc.array(fc.oneof({ weight: 1, arbitrary: anyOfBoxes }, { weight: 5, arbitrary: upright }), { minLength: 1, maxLength: 25 }),
    async (places, asked) => {
      round += 1;
      const docs = places.map((positions, index) => ({ ...placed(`id-${index}`, positions), version: round }));
      const before = Array.from({ length: docsPerRound }, (_, index) => deletedDoc(`id-${index}`, round));
      await hold(...before, ...docs);
      for (const box of asked) {
        const expected = docs.flatMap(({ id, positions }) => (positions?.some((one) => isWithin(box, one)) ? [id] : [])).toSorted();
        const { hits, total } = await ask('harbour', { within: box });
        expect({ box, ids: hits.map(({ id }) => id), total }).toEqual({ box, ids: expected, total: expected.length });
      }
    },
  );
  await fc.assert(check, { numRuns: 40 });
}
