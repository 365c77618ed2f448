import { adaptersOn } from '@waystory/infra/adapters.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import type { Identity } from '@waystory/infra/identity/port.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { expect, test } from 'vitest';
import { replicateAdmission } from './admission.replica.ts';
import { standings, standingsProjection } from './standings.projection.ts';

const idOf = (index: number): string => accountIdOf(`test|${index}`);
const identityOf = (accountId: string): Identity => ({
  subjectId: accountId,
  accountId,
  email: null,
  name: null,
  roles: [],
  issuedAt: 0,
  expiresAt: Infinity,
});

test('admission replica refuses every suspended account, across pages and after a new read model build', async () => {
  const database = await testDatabase();
  const engines = adaptersOn(createPool(database.config, { max: 4 }));
  const { projections } = engines;
  const build = async (version: number, suspended: readonly boolean[]): Promise<void> => {
    const collection = physicalName(standings.name, version);
    await projections.ensure({
      name: collection,
      fields: { suspended: 'flag', deletedAt: 'time' },
      indexes: [{ kind: 'ordered', on: ['suspended'] }],
    });
    const docs = suspended.map((is, index) => ({
      id: idOf(index),
      doc: { id: idOf(index), suspended: is, suspension: is ? { by: 'moderator', reason: null, until: null, version: 2 } : null, deletedAt: null },
      _at: {},
      _rev: 0,
    }));
    await projections.fill(collection, docs);
    await projections.activate(standingsProjection.name, version);
  };
  const many = Array.from({ length: 2_300 }, (_, index) => index % 23 !== 0);
  await build(1, many);
  const following = await replicateAdmission(engines, createLog('silent'));
  const known = () => many.map((_, index) => following.refusalOf(identityOf(idOf(index))) !== null);
  expect(known()).toEqual(many);
  const others = many.map((is) => !is);
  await build(2, others);
  await expect.poll(known, { timeout: 10_000 }).toEqual(others);
  await following.stop();
  await engines.close();
  await database.close();
});
