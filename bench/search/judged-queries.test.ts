import { authorsOf, loadWorld, placesOf } from '@waystory/services/world/data.ts';
import { expect, test } from 'vitest';
import { judgedKinds, judgedQueries } from './judged-queries.ts';

test('each of at least sixty queries is judged once, and all that is wanted is in the seeded world', async () => {
  const world = await loadWorld();
  const known = {
    stories: new Set(world.itineraries.map(({ title }) => title)),
    stops: new Set(world.itineraries.flatMap(({ days }) => days.flatMap((day) => day.stops.map(({ place }) => place)))),
    people: new Set(authorsOf(world)),
  };
  expect(judgedQueries.flatMap(({ kind, wanted }) => wanted.filter((one) => !known[kind].has(one)))).toEqual([]);
  expect([...known.stops].every((address) => placesOf(world).has(address))).toBe(true);
  expect(new Set(judgedQueries.map(({ kind, q }) => `${kind} ${q}`)).size).toBe(judgedQueries.length);
  expect(judgedQueries.length).toBeGreaterThanOrEqual(60);
  expect(judgedKinds.filter((kind) => judgedQueries.every((one) => one.kind !== kind))).toEqual([]);
});
