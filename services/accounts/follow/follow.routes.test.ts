import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

async function member(name: string): Promise<Person> {
  const person = product.person(name);
  await person.api.createAccount({});
  await person.api.updateAccount({ params: { id: person.accountId }, body: { userName: name } });
  // Waits until all read models show the account.
  await person.api.getAccount({ params: { id: person.accountId } });
  return person;
}
const follow = (one: Person, other: Person) => one.api.createFollow({ body: { followingId: other.accountId } });
const unfollow = (one: Person, other: Person) => one.api.deleteFollow({ params: { id: other.accountId } });
const countsOf = async (person: Person) => {
  const { followersCount, followingCount } = await person.api.getMyAccount({});
  return { followersCount, followingCount };
};
const gone = expect.objectContaining({ code: 'follow/unknown', status: 404 });

describe('follows over HTTP', () => {
  test('are made once per pair, with both profiles, and counted', async () => {
    const [ada, ben] = [await member('follow-ada'), await member('follow-ben')];
    const made = await follow(ada, ben);
    const profile = { aboutMe: null, avatarUrl: null, followersCount: expect.any(Number), followingCount: expect.any(Number) };
    expect(made).toEqual({
      id: expect.any(String),
      followerId: ada.accountId,
      followingId: ben.accountId,
      muted: false,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      follower: { ...profile, id: ada.accountId, userName: 'follow-ada' },
      following: { ...profile, id: ben.accountId, userName: 'follow-ben' },
    });
    const again = await product.send({ method: 'POST', url: '/api/follows', payload: { followingId: ben.accountId }, as: ada });
    expect([again.statusCode, again.json().id, again.json().version]).toEqual([201, made.id, 1]);
    expect((await ada.api.listFollows({})).total).toBe(1);
    await expect.poll(() => product.anonymous.getAccount({ params: { id: ben.accountId } })).toMatchObject({ followersCount: 1, followingCount: 0 });
    expect(await countsOf(ada)).toEqual({ followersCount: 0, followingCount: 1 });
    expect(await ada.api.updateAccount({ params: { id: ada.accountId }, body: { aboutMe: 'Hills.' } })).toMatchObject({ followingCount: 1 });
    await unfollow(ada, ben);
    await expect(unfollow(ada, ben)).rejects.toMatchObject({ status: 404, problem: { code: 'follow/unknown' } });
    expect(await countsOf(ada)).toEqual({ followersCount: 0, followingCount: 0 });
    expect((await follow(ada, ben)).id).toBe(made.id);
  });

  test('are all counted when 12 people follow concurrently', async () => {
    const star = await member('follow-star');
    const fans = await Promise.all(Array.from({ length: 12 }, (_, number) => product.person(`fan${number}`)));
    await Promise.all(fans.map((fan) => follow(fan, star)));
    await expect.poll(() => countsOf(star)).toEqual({ followersCount: 12, followingCount: 0 });
    await Promise.all(fans.slice(0, 5).map((fan) => unfollow(fan, star)));
    await expect.poll(() => countsOf(star)).toEqual({ followersCount: 7, followingCount: 0 });
  });

  test('of oneself, unknown accounts and suspended accounts are refused', async () => {
    const [cleo, dan] = [await member('follow-cleo'), await member('follow-dan')];
    const post = async (followingId: unknown) => {
      const answer = await product.send({ method: 'POST', url: '/api/follows', payload: { followingId }, as: cleo });
      return [answer.statusCode, answer.json().code];
    };
    expect(await post(cleo.accountId)).toEqual([422, 'follow/yourself']);
    expect(await post('00000000-0000-8000-8000-000000000000')).toEqual([404, 'follow/account-unknown']);
    await product.person('mod', 'moderator').api.updateAccount({ params: { id: dan.accountId }, body: { suspended: true } });
    expect(await post(dan.accountId)).toEqual([404, 'follow/account-unknown']);
    for (const bad of ['me', '', null, 7, ['x'], { id: 1 }, "' or 1=1 --"]) expect(await post(bad)).toEqual([400, 'request/invalid']);
    expect((await cleo.api.listFollows({})).total).toBe(0);
  });

  test.each([[{}], [{ followingId: '00000000-0000-8000-8000-000000000000', followerId: '00000000-0000-8000-8000-000000000001' }], [[]], ['x']])(
    'refuse the body %j',
    async (payload) => {
      const answer = await product.send({
        method: 'POST',
        url: '/api/follows',
        payload: JSON.stringify(payload),
        headers: { 'content-type': 'application/json' },
        as: product.person('eve'),
      });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request/invalid']);
    },
  );

  test('are visible to both sides and moderators, and unknown to others', async () => {
    const [fay, gus, hal] = [await member('follow-fay'), await member('follow-gus'), await member('follow-hal')];
    const moderator = product.person('mod', 'moderator');
    const { id } = await follow(fay, gus);
    const read = async (as: Person, which = id) => product.send({ url: `/api/follows/${which}`, as });
    await expect.poll(async () => (await read(gus)).statusCode).toBe(200);
    expect((await read(fay)).json()).toMatchObject({ id, muted: false });
    expect((await read(gus)).json()).toMatchObject({ id, muted: null });
    expect((await read(moderator)).json()).toMatchObject({ id, muted: false });
    const unknown = (await read(hal, '00000000-0000-8000-8000-000000000000')).json();
    expect({ ...(await read(hal)).json(), traceId: '' }).toEqual({ ...unknown, traceId: '' });
    expect(unknown).toEqual(gone);
    expect((await hal.api.listFollows({})).items).toEqual([]);
    expect((await gus.api.listFollows({ query: { ids: id } })).total).toBe(1);
    const all = await moderator.api.listFollows({ query: { filter: JSON.stringify({ followerId: fay.accountId }) } });
    expect(all.items).toMatchObject([{ id, following: { userName: 'follow-gus' } }]);
    expect((await product.send({ url: '/api/follows' })).statusCode).toBe(401);
    expect((await product.send({ url: `/api/follows/${id}` })).statusCode).toBe(401);
  });

  test('are muted by the follower, and no filter reveals the mute to others', async () => {
    const [ida, jan, kim] = [await member('follow-ida'), await member('follow-jan'), await member('follow-kim')];
    const { id } = await follow(ida, jan);
    const mute = async (as: Person, muted: unknown = true) => product.send({ method: 'PATCH', url: `/api/follows/${id}`, payload: { muted }, as });
    const done = await ida.api.patchFollow({ params: { id }, body: { muted: true } });
    expect(done).toMatchObject({ id, muted: true, version: 2, following: { userName: 'follow-jan' } });
    expect((await mute(jan)).json()).toMatchObject({ status: 403, code: 'follow/not-yours' });
    expect((await mute(product.person('mod', 'moderator'))).json()).toMatchObject({ status: 403, code: 'follow/not-yours' });
    expect((await mute(kim)).json()).toEqual(gone);
    for (const bad of ['true', null, 1]) expect((await mute(ida, bad)).statusCode).toBe(400);
    const muted = (person: Person, filter: object) => person.api.listFollows({ query: { filter: JSON.stringify(filter) } });
    expect((await muted(ida, { muted: true })).total).toBe(1);
    await expect.poll(async () => (await jan.api.listFollows({})).items).toMatchObject([{ id, muted: null }]);
    for (const filter of [{ muted: true }, { not: { muted: false } }, { or: [{ muted: true }, { id: kim.accountId }] }]) {
      expect((await muted(jan, filter)).items).toEqual([]);
    }
  });

  test('look the same to the followed person, muted or not, in every query', async () => {
    const [oda, pia, quy] = [await member('follow-oda'), await member('follow-pia'), await member('follow-quy')];
    const [{ id }, other] = [await follow(oda, pia), await follow(quy, pia)];
    const sorted = { sort: 'updatedAt DESC,createdAt DESC' };
    const seen = async () => {
      const headers = { 'x-after': String(await product.engines.events.head()), 'cache-control': 'no-cache' };
      const one = await product.send({ url: `/api/follows/${id}`, as: pia, headers });
      const list = async (query: Record<string, string>) => (await product.send({ url: '/api/follows', query, as: pia, headers })).json();
      const since = { filter: JSON.stringify({ updatedAt: { gt: other.createdAt } }) };
      return { etag: one.headers.etag, one: one.json(), all: await list({}), sorted: await list(sorted), since: await list(since) };
    };
    const before = await seen();
    expect(before.one).toMatchObject({ id, muted: null, version: null, updatedAt: before.one.createdAt });
    expect(before.all.total).toBe(2);
    for (const muted of [true, false, true]) {
      const own = await oda.api.patchFollow({ params: { id }, body: { muted } });
      expect(await seen()).toEqual(before);
      // The follower sees the real values.
      expect(await oda.api.getFollow({ params: { id } })).toEqual(own);
      expect(own.updatedAt > own.createdAt).toBe(true);
    }
    // The version of a renewed follow is hidden, too, because it counts earlier changes.
    await oda.api.deleteFollow({ params: { id: pia.accountId } });
    await follow(oda, pia);
    expect((await seen()).one).toMatchObject({ id, muted: null, version: null });
    expect((await oda.api.listFollows({ query: sorted })).items).toMatchObject([{ id, version: 6 }]);
  });

  test('end when either account is deleted', async () => {
    const [lea, max, nia] = [await member('follow-lea'), await member('follow-max'), await member('follow-nia')];
    await Promise.all([follow(lea, max), follow(max, lea), follow(nia, max), follow(lea, nia)]);
    await expect.poll(() => countsOf(lea)).toEqual({ followersCount: 1, followingCount: 2 });
    await max.api.deleteAccount({ params: { id: max.accountId } });
    await expect.poll(() => countsOf(lea), { timeout: 10_000 }).toEqual({ followersCount: 0, followingCount: 1 });
    await expect.poll(() => countsOf(nia), { timeout: 10_000 }).toEqual({ followersCount: 1, followingCount: 0 });
    await expect.poll(async () => (await lea.api.listFollows({})).items).toMatchObject([{ following: { userName: 'follow-nia' } }]);
    await max.api.createAccount({});
    expect(await countsOf(max)).toEqual({ followersCount: 0, followingCount: 0 });
  });
});
