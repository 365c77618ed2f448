import { adaptersOn } from '@waystory/infra/adapters.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { expect, onTestFinished, test } from 'vitest';
import { fillLog, stopsPerStory } from './log.ts';
import { writeStoryDocuments } from './story-documents.ts';

test('documents that Postgres writes are those that the product folds, to the byte', async () => {
  // given
  const database = await testDatabase();
  const pool = createPool(database.config, { max: 5 });
  const engines = adaptersOn(pool);
  onTestFinished(async () => {
    await engines.close();
    await database.close();
  });
  const events = 3_000;
  await engines.events.head();
  await fillLog(database.config, events);
  // when
  const client = await pool.connect();
  await writeStoryDocuments(client, engines.projections, events);
  client.release();
  const written = (await engines.projections.activeVersions())[stories.name] ?? 0;
  const options = { projection: anyProjection(stories), store: engines.projections, log: createLog('error') };
  const folded = await rebuild({ ...engines, ...options });
  // then
  expect(folded).not.toBe(written);
  for (const { name } of Object.values(stories.collections)) {
    const rows = async (build: number) =>
      (await pool.query<Record<string, unknown>>(`select * from projections."${physicalName(name, build)}" order by id`)).rows;
    expect(await rows(written)).toEqual(await rows(folded));
  }
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int from projections."${physicalName('stops', written)}"`);
  expect(rows[0]?.count).toBe((events / 10) * stopsPerStory);
});
