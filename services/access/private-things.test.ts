import { newId } from '@waystory/infra/identifier.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../testing/product.ts';
import { type AccessFixture, accessFixtureOn } from './stage.fixture.ts';
import type { TargetIds, TargetKind } from './things.fixture.ts';

/** Number of rounds. Both requests of a round follow each other directly, so that the load is the same for both. */
const rounds = 200;

let product: TestProduct;
let stage: AccessFixture;
beforeAll(async () => {
  product = await testProduct();
  stage = await accessFixtureOn(product);
});
afterAll(() => product.stop());

const patch = (payload: object): InjectOptions => ({ method: 'PATCH', payload });
const asked: [string, TargetKind, (ids: TargetIds) => InjectOptions][] = [
  ['reading a story', 'itinerary', ({ id }) => ({ url: `/api/itineraries/${id}` })],
  ['reading the stops of a story', 'itinerary', ({ id }) => ({ url: `/api/itineraries/${id}/stops` })],
  ['reading a stop', 'stop', ({ id }) => ({ url: `/api/stops/${id}` })],
  ['reading a comment', 'post', ({ id }) => ({ url: `/api/posts/${id}` })],
  ['changing a story', 'itinerary', ({ id }) => ({ url: `/api/itineraries/${id}`, ...patch({ title: 'Mine now' }) })],
  ['changing a comment', 'post', ({ id }) => ({ url: `/api/posts/${id}`, ...patch({ text: 'Mine now' }) })],
  [
    'commenting on a story',
    'itinerary',
    ({ id }) => ({ method: 'POST', url: '/api/posts', payload: { text: 'Hello', postableType: 'itinerary', postableId: id } }),
  ],
];

async function timed(request: InjectOptions): Promise<{ took: number; said: string }> {
  const start = performance.now();
  const answer = await product.send({ ...request, as: stage.people.user });
  const took = performance.now() - start;
  const { traceId: _, ...body } = answer.json();
  return { took, said: `${answer.statusCode} ${JSON.stringify(body)}` };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test.each(asked)(
  '%s that is private has the same answer and a similar duration as with an unknown id',
  { timeout: 120_000 },
  async (_, kind, requestOf) => {
    const hidden = await stage.make(kind, 'private', stage.people.owner);
    /** Ratio of the two durations in each round. */
    const ratios: number[] = [];
    const words = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      // Each absent id is new, because answers may be cached.
      const absent = newId();
      const [first, second] = [requestOf(hidden), requestOf({ id: absent, itineraryId: absent })];
      const there = await timed(first);
      const not = await timed(second);
      ratios.push(there.took / not.took);
      words.add(there.said);
      words.add(not.said);
    }
    expect([...words]).toEqual([expect.stringMatching(/^404 /)]);
    const ratio = median(ratios);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  },
);
