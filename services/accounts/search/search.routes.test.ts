import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { untilSearchable } from '../../testing/until-searchable.ts';

let product: TestProduct;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  moderator = product.person('mod', 'moderator');
  await untilSearchable(product, '/accounts/search');
});
afterAll(() => product.stop());

async function account(name: string, changes: { userName?: string; aboutMe?: string }): Promise<Person> {
  const person = product.person(name);
  await person.api.createAccount({});
  await person.api.updateAccount({ params: { id: person.accountId }, body: changes });
  return person;
}

/** Search results once everything that `author` wrote is indexed. */
async function found(q: string, author: Person) {
  await author.api.searchAccounts({ query: { q: 'settled' } });
  return (await product.anonymous.searchAccounts({ query: { q } })).results;
}

describe('account search over HTTP', () => {
  test('finds user names and texts, and shows the public profile only', async () => {
    const ada = await account('ada', { userName: 'ada_wanders', aboutMe: 'Vélo through the Alps' });
    const [hit] = await found('ada_wanders', ada);
    expect(hit?.matchedFields).toEqual(['userName']);
    expect(hit?.entity).toEqual({
      id: ada.accountId,
      userName: 'ada_wanders',
      aboutMe: 'Vélo through the Alps',
      avatarUrl: null,
      followersCount: 0,
      followingCount: 0,
    });
    for (const q of ['velo alps', 'vélo', 'wandrs', 'wand']) expect((await found(q, ada)).map(({ entity }) => entity.id)).toEqual([ada.accountId]);
  });

  test('finds a new user name, and no longer the old user name', async () => {
    const bob = await account('bob', { userName: 'mountaineer' });
    expect(await found('mountaineer', bob)).toHaveLength(1);
    await bob.api.updateAccount({ params: { id: bob.accountId }, body: { userName: 'seafarer' } });
    expect(await found('mountaineer', bob)).toEqual([]);
    expect(await found('seafarer', bob)).toHaveLength(1);
  });

  test('omits suspended accounts until they are reinstated', async () => {
    const eve = await account('eve', { userName: 'evergreen' });
    const suspend = (suspended: boolean) => moderator.api.updateAccount({ params: { id: eve.accountId }, body: { suspended } });
    expect(await found('evergreen', eve)).toHaveLength(1);
    await suspend(true);
    expect(await found('evergreen', moderator)).toEqual([]);
    await suspend(false);
    expect(await found('evergreen', moderator)).toHaveLength(1);
  });

  test('omits deleted accounts', async () => {
    const dan = await account('dan', { userName: 'daydreamer' });
    expect(await found('daydreamer', dan)).toHaveLength(1);
    await dan.api.deleteAccount({ params: { id: dan.accountId } });
    expect(await found('daydreamer', dan)).toEqual([]);
  });

  test('returns the current number of followers', async () => {
    const [finn, gwen] = await Promise.all([account('finn', { userName: 'fjordfan' }), account('gwen', { userName: 'glacierguide' })]);
    await gwen.api.createFollow({ body: { followingId: finn.accountId } });
    const [hit] = await found('fjordfan', gwen);
    expect(hit?.entity).toMatchObject({ id: finn.accountId, followersCount: 1 });
  });
});
