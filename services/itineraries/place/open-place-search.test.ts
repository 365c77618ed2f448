import { setImmediate as nextTurn } from 'node:timers/promises';
import { adaptersOn } from '@waystory/infra/adapters.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { createReadSide } from '@waystory/infra/read-models/reads/read-side.ts';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { openPlaceSearch } from './place-search.routes.ts';

test('Place search loads its names only after the stop map is filled', async () => {
  const database = await testDatabase();
  const engines = adaptersOn(createPool(database.config, { max: 3 }));
  const log = createLog('silent');
  const readSide = await createReadSide(engines.projections, [], log);
  const asked = vi.spyOn(engines.projections, 'activeVersions');
  const map = Promise.withResolvers<void>();
  const opened = await openPlaceSearch({ engines, readSide, log, started: map.promise }, map.promise);

  await opened.mount?.(fastify());
  await nextTurn();
  expect(asked).not.toHaveBeenCalled();

  map.resolve();
  await expect.poll(() => asked.mock.calls.length).toBe(1);

  await opened.stop?.();
  await readSide.close();
  await engines.close();
  await database.close();
});
