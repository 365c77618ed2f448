import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { migrate } from '@waystory/infra/postgres/migrate.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresRecords, removeExpired } from './records.ts';
import { oidcSteps } from './secrets.ts';

class Used extends Error {}
class TooLarge extends Error {}
const refusals = { alreadyUsed: () => new Used(), tooLarge: () => new TooLarge() };
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.pool, 'oidc', oidcSteps);
});
afterAll(() => database?.close());

const of = (kind: string) => postgresRecords(database.pool, refusals)(kind);

test('Records are stored by kind and id, and a later write replaces an earlier one', async () => {
  await of('Session').upsert('a', { uid: 'u', accountId: 'x' }, 60);
  await of('Session').upsert('a', { uid: 'v', accountId: 'y\u0000\ud800' }, 60);
  expect(await of('Session').find('a')).toEqual({ uid: 'v', accountId: 'y\u0000\ud800' });
  expect(await of('Session').findByUid('v')).toMatchObject({ uid: 'v' });
  expect(await of('Session').findByUid('u')).toBeUndefined();
  expect(await of('Grant').find('a')).toBeUndefined();
  await of('DeviceCode').upsert('d', { userCode: 'ABCD' }, 60);
  expect(await of('DeviceCode').findByUserCode('ABCD')).toEqual({ userCode: 'ABCD' });
  await of('Session').destroy('a');
  expect(await of('Session').find('a')).toBeUndefined();
});

test('A code is consumed by one of many concurrent requests', async () => {
  await of('AuthorizationCode').upsert('c', { grantId: 'g' }, 60);
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => of('AuthorizationCode').consume('c')));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(tries.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Used] : []))).toEqual([true, true, true, true]);
  expect((await of('AuthorizationCode').find('c'))?.consumed).toBeCloseTo(Date.now() / 1000, -2);
});

test('revokeByGrantId removes the records of the grant in one kind only', async () => {
  await of('RefreshToken').upsert('r1', { grantId: 'g1' }, 60);
  await of('RefreshToken').upsert('r2', { grantId: 'g2' }, 60);
  await of('AuthorizationCode').upsert('c1', { grantId: 'g1' }, 60);
  await of('RefreshToken').revokeByGrantId('g1');
  expect(await of('RefreshToken').find('r1')).toBeUndefined();
  expect(await of('RefreshToken').find('r2')).toBeDefined();
  expect(await of('AuthorizationCode').find('c1')).toBeDefined();
});

test('An expired record is not found, and removeExpired deletes it; a record without expiry stays', async () => {
  await of('Interaction').upsert('old', {}, -1);
  await of('Interaction').upsert('new', {}, 60);
  await of('Interaction').upsert('ever', {});
  expect(await of('Interaction').find('old')).toBeUndefined();
  expect(await removeExpired(database.pool)).toBe(1);
  expect(await of('Interaction').find('new')).toEqual({});
  expect(await of('Interaction').find('ever')).toEqual({});
});

test('A record of 3 kB is stored, and one of 5 kB is refused', async () => {
  await of('Interaction').upsert('large', { params: { state: 'x'.repeat(3_000) } }, 60);
  await expect(of('Interaction').upsert('larger', { params: { state: 'x'.repeat(5_000) } }, 60)).rejects.toBeInstanceOf(TooLarge);
  expect(await of('Interaction').find('larger')).toBeUndefined();
});

test('removeExpired keeps only the latest interactions up to the limit', async () => {
  await database.pool.query("delete from oidc_records where kind = 'Interaction'");
  for (const id of ['first', 'second', 'third', 'fourth']) await of('Interaction').upsert(id, { id }, 60);
  await of('Session').upsert('first', { uid: 'w' }, 30);
  await removeExpired(database.pool, { mostInteractions: 2 });
  const left = await Promise.all(['first', 'second', 'third', 'fourth'].map((id) => of('Interaction').find(id)));
  expect(left).toEqual([undefined, undefined, { id: 'third' }, { id: 'fourth' }]);
  expect(await of('Session').find('first')).toBeDefined();
});

test.each(['', "' or true --", 'a\u0000', 'x'.repeat(201), '../a'])(
  'Search for a session record with the invalid id %j returns undefined',
  async (id) => {
    expect(await of('Session').find(id)).toBeUndefined();
  },
);

test('Records throw EngineUnavailable when Postgres is unavailable', async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1 }, { max: 1 });
  await expect(postgresRecords(pool, refusals)('Session').find('a')).rejects.toBeInstanceOf(EngineUnavailable);
  await pool.end();
});
