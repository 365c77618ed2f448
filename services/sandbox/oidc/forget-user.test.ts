import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { migrate } from '@waystory/infra/postgres/migrate.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetUser } from './forget-user.ts';
import { ensureReadyUsers, readyUsers } from './ready-users.ts';
import { postgresRecords } from './records.ts';
import { oidcSteps } from './secrets.ts';
import { addUser, type User, userById } from './users.ts';

const issuer = 'http://localhost:4000/idp';
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.pool, 'oidc', oidcSteps);
  await ensureReadyUsers(database.pool);
});
afterAll(() => database?.close());

const accountOf = (user: { id: string }): string => accountIdOf(`${issuer}|${user.id}`);
const of = (kind: string) => postgresRecords(database.pool, { alreadyUsed: () => new Error('used'), tooLarge: () => new Error('too large') })(kind);
async function signUp(email: string): Promise<User> {
  const user = await addUser(database.pool, { email, name: 'Zephyrine Quillfeather', password: 'correct horse' });
  if (!user) throw new Error(`${email} was there already`);
  return user;
}

test('forgetUser removes the user of an account with all sessions, and the e-mail can sign up again', async () => {
  const [ada, bob] = [await signUp('ada@waystory.example'), await signUp('my.ada@waystory.example')];
  const far = { params: { login_hint: 'Ada@waystory.example' }, odd: '\u0000' };
  await of('Session').upsert('s1', { accountId: ada.id }, 60);
  await of('Interaction').upsert('i1', far, 60);
  await of('Session').upsert('s2', { accountId: bob.id, odd: '\u0000' }, 60);
  await of('Interaction').upsert('i2', { params: { login_hint: bob.email } }, 60);
  await forgetUser(database.pool, issuer, accountOf(ada));
  await forgetUser(database.pool, issuer, accountOf(ada));
  expect(await userById(database.pool, ada.id)).toBeNull();
  expect(await userById(database.pool, bob.id)).toEqual(bob);
  expect(await Promise.all([of('Session').find('s1'), of('Interaction').find('i1')])).toEqual([undefined, undefined]);
  expect(await of('Session').find('s2')).toMatchObject({ accountId: bob.id });
  expect(await of('Interaction').find('i2')).toBeDefined();
  const again = await signUp('ada@waystory.example');
  expect(accountOf(again)).not.toBe(accountOf(ada));
});

test('forgetUser ignores accounts of another provider, and keeps ready users', async () => {
  const bob = await signUp('bob@waystory.example');
  await forgetUser(database.pool, 'http://elsewhere.example/idp', accountOf(bob));
  await forgetUser(database.pool, issuer, accountOf(readyUsers.traveller));
  expect(await userById(database.pool, bob.id)).toEqual(bob);
  expect(await userById(database.pool, readyUsers.traveller.id)).not.toBeNull();
});
