import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let moderator: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  moderator = product.person('mod', 'moderator');
  admin = product.person('root', 'admin');
});
afterAll(() => product.stop());

async function people(...names: string[]): Promise<Person[]> {
  const made = names.map((name) => product.person(name));
  for (const { api, accountId } of made) {
    await api.createAccount({});
    await api.updateAccount({
      params: { id: accountId },
      body: { userName: `${names[0]}_${made.findIndex((one) => one.api === api)}`, aboutMe: 'Hello' },
    });
  }
  await seen('/api/accounts?limit=1');
  return made;
}
/** Waits until the reads of an admin include everything written. */
async function seen(url: string): Promise<void> {
  const position = String(await product.engines.events.head());
  const read = () => product.send({ url, as: admin, headers: { 'x-after': position } });
  await expect.poll(async () => (await read()).statusCode, { timeout: 20_000 }).toBe(200);
}
const named = (words: string): string => JSON.stringify({ userName: { startsWith: words } });

describe('bulk call for accounts', () => {
  test('suspends accounts and removes their texts', async () => {
    const [one, two] = await people('noisy_a', 'noisy_b');
    const query = { filter: named('noisy_a') };
    const preview = await admin.api.patchAccounts({ query: { ...query, dryRun: 'true' }, body: { suspended: true } });
    expect(preview).toMatchObject({ matched: 2, sample: expect.arrayContaining([{ id: one?.accountId, label: 'noisy_a_0' }]) });
    expect(await admin.api.patchAccounts({ query, body: { suspended: true, aboutMe: null } })).toEqual({ matched: 2, changed: 2, failed: [] });
    await seen('/api/accounts?limit=1');
    for (const person of [one, two])
      expect(await admin.api.getAccount({ params: { id: person?.accountId ?? '' } })).toMatchObject({ suspended: true, aboutMe: null });
  });

  test('suspends with a reason and an end', async () => {
    const [one] = await people('spam_a', 'spam_b');
    const suspendedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const query = { filter: named('spam_a') };
    const body = { suspended: true, reason: 'Spam', suspendedUntil };
    expect(await admin.api.patchAccounts({ query, body })).toEqual({ matched: 2, changed: 2, failed: [] });
    await seen('/api/accounts?limit=1');
    const account = await admin.api.getAccount({ params: { id: one?.accountId ?? '' } });
    expect(account).toMatchObject({ suspended: true, suspensionReason: 'Spam', suspendedUntil });
  });

  test('deletes accounts and frees their user names', async () => {
    const [one] = await people('leaving_a', 'leaving_b');
    expect(await admin.api.deleteAccounts({ query: { filter: named('leaving_a') } })).toEqual({ matched: 2, changed: 2, failed: [] });
    await seen('/api/accounts?limit=1');
    expect((await product.send({ url: `/api/accounts/${one?.accountId}` })).statusCode).toBe(404);
    const heir = product.person('heir');
    await heir.api.createAccount({});
    const renamed = await heir.api.updateAccount({ params: { id: heir.accountId }, body: { userName: 'leaving_a_0' } });
    expect(renamed.userName).toBe('leaving_a_0');
  });

  test('answers 400 to texts, and reports account/yourself for a suspension of the own account', async () => {
    await admin.api.createAccount({});
    await seen('/api/accounts?limit=1');
    const own = { filter: JSON.stringify({ id: admin.accountId }) };
    const reply = await admin.api.patchAccounts({ query: own, body: { suspended: true } });
    expect(reply).toEqual({ matched: 1, changed: 0, failed: [{ id: admin.accountId, code: 'account/yourself' }] });
    for (const payload of [{ userName: 'taken' }, { aboutMe: 'I am new' }, { avatarUrl: '/x.png' }, { role: 'admin' }, {}]) {
      const answer = await product.send({ method: 'PATCH', url: '/api/accounts', query: own, as: admin, payload });
      expect(answer.statusCode).toBe(400);
    }
  });

  test('is for admins only', async () => {
    const query = { filter: named('noisy') };
    for (const person of [moderator, product.person('heir')]) {
      await expect(person.api.patchAccounts({ query, body: { suspended: false } })).rejects.toMatchObject({ status: 403 });
      await expect(person.api.deleteAccounts({ query })).rejects.toMatchObject({ status: 403 });
    }
    await expect(product.anonymous.deleteAccounts({ query })).rejects.toMatchObject({ status: 401 });
  });
});

test('Bulk call for follows lets moderators mute and remove the follows of everybody', async () => {
  const [star, ...fans] = await people('star', 'fan_a', 'fan_b', 'fan_c');
  for (const { api } of fans) await api.createFollow({ body: { followingId: star?.accountId ?? '' } });
  await seen('/api/follows?limit=1');
  const query = { filter: JSON.stringify({ followingId: star?.accountId }) };
  expect(await moderator.api.patchFollows({ query, body: { muted: true } })).toEqual({ matched: 3, changed: 3, failed: [] });
  await seen('/api/follows?limit=1');
  expect(await moderator.api.patchFollows({ query, body: { muted: true } })).toEqual({ matched: 3, changed: 0, failed: [] });
  expect(await moderator.api.deleteFollows({ query })).toEqual({ matched: 3, changed: 3, failed: [] });
  await seen('/api/accounts?limit=1');
  expect(await product.anonymous.getAccount({ params: { id: star?.accountId ?? '' } })).toMatchObject({ followersCount: 0 });
  await expect(fans[0]?.api.deleteFollows({ query })).rejects.toMatchObject({ status: 403 });
});
