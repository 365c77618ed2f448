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

/** What everybody finds once all that `author` wrote is indexed. */
async function found(q: string, author: Person) {
  await author.api.searchAccounts({ query: { q: 'settled' } });
  return (await product.anonymous.searchAccounts({ query: { q } })).results;
}

describe('search for accounts over HTTP', () => {
  test('finds by user name and by what people say about themselves, and shows the public profile alone', async () => {
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

  test('a new name is found, the old one is not', async () => {
    const bob = await account('bob', { userName: 'mountaineer' });
    expect(await found('mountaineer', bob)).toHaveLength(1);
    await bob.api.updateAccount({ params: { id: bob.accountId }, body: { userName: 'seafarer' } });
    expect(await found('mountaineer', bob)).toEqual([]);
    expect(await found('seafarer', bob)).toHaveLength(1);
  });

  test('suspended accounts are not found until they are let in again', async () => {
    const eve = await account('eve', { userName: 'evergreen' });
    const suspend = (suspended: boolean) => moderator.api.updateAccount({ params: { id: eve.accountId }, body: { suspended } });
    expect(await found('evergreen', eve)).toHaveLength(1);
    await suspend(true);
    expect(await found('evergreen', moderator)).toEqual([]);
    await suspend(false);
    expect(await found('evergreen', moderator)).toHaveLength(1);
  });

  test('deleted accounts are not found', async () => {
    const dan = await account('dan', { userName: 'daydreamer' });
    expect(await found('daydreamer', dan)).toHaveLength(1);
    await dan.api.deleteAccount({ params: { id: dan.accountId } });
    expect(await found('daydreamer', dan)).toEqual([]);
  });

  test('being followed changes nothing about being found', async () => {
    const [finn, gwen] = await Promise.all([account('finn', { userName: 'fjordfan' }), account('gwen', { userName: 'glacierguide' })]);
    await gwen.api.createFollow({ body: { followingId: finn.accountId } });
    const [hit] = await found('fjordfan', gwen);
    expect(hit?.entity).toMatchObject({ id: finn.accountId, followersCount: 1 });
  });
});
