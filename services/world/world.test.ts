import { given } from '@waystory/infra/commands/given.ts';
import type { WorldEvent } from '@waystory/proto/world/world.ts';
import { expect, test } from 'vitest';
import { worldId, worldStream } from './world.ts';

const seeded: WorldEvent = { type: 'WorldSeeded', data: { edition: 'v1' } };

test('World stream records the edition of the seed data', () => {
  const finished = given(worldStream, [], worldId).when({ type: 'FinishSeeding', edition: 'v1' }).then([seeded]);
  expect(finished.state).toEqual({ edition: 'v1', covered: false });
});

test('World stream records once that the seeded data have pictures', () => {
  const covered: WorldEvent = { type: 'WorldCovered', data: { edition: 'v1' } };
  const world = given(worldStream, [seeded], worldId).when({ type: 'FinishCovers', edition: 'v1' }).then([covered]);
  expect(world.state).toEqual({ edition: 'v1', covered: true });
  given(worldStream, [seeded, covered], worldId).when({ type: 'FinishCovers', edition: 'v1' }).then([]);
});

test('World stream with an edition appends no event for another edition', () => {
  const world = given(worldStream, [seeded], worldId);
  world.when({ type: 'FinishSeeding', edition: 'v1' }).then([]);
  expect(world.when({ type: 'FinishSeeding', edition: 'v2' }).then([]).state).toEqual({ edition: 'v1', covered: false });
});
