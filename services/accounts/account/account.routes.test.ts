import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

async function member(name: string) {
  const person = product.person(name);
  await person.api.createAccount({});
  return person;
}

describe('accounts over HTTP', () => {
  test('are created once and shown to their owner with subject and e-mail', async () => {
    const ada = product.person('ada');
    await expect(ada.api.getMyAccount({})).rejects.toMatchObject({ status: 404 });
    const created = await ada.api.createAccount({});
    expect(created).toMatchObject({ id: ada.accountId, subjectId: 'test|ada', email: 'ada@waystory.example', userName: null, credits: 20 });
    expect((await ada.api.createAccount({})).createdAt).toBe(created.createdAt);
    expect(await ada.api.getMyAccount({})).toEqual(created);
  });

  test('show their owner the credit balance', async () => {
    const cleo = await member('cleo');
    const entry = (type: string, credits: number, version: number) => {
      const data = { accountId: cleo.accountId, grantId: cleo.accountId, reservationId: cleo.accountId, credits, reason: 'BEGINNING' };
      const meta = { actorId: null, commandId: newId() };
      return product.engines.events.append(`credit-${cleo.accountId}`, version, [
        { id: newId(), type, schema: 1, data, meta, at: new Date().toISOString() },
      ]);
    };
    expect((await cleo.api.getMyAccount({})).credits).toBe(20);
    await entry('CreditsGranted', 20, 0);
    const { position } = await entry('CreditsReserved', 3, 1);
    const answer = await product.send({ url: '/api/accounts/me', as: cleo, headers: { 'x-after': String(position) } });
    expect(answer.json()).toMatchObject({ credits: 17 });
  });

  test('show others the profile only, and moderators the account without personal data', async () => {
    const ben = await member('ben');
    await ben.api.updateAccount({ params: { id: ben.accountId }, body: { userName: 'Ben', aboutMe: 'Slow trains.' } });
    const { createdAt, updatedAt, version } = await ben.api.getMyAccount({});
    const url = `/api/accounts/${ben.accountId}`;
    const open = { id: ben.accountId, userName: 'Ben', aboutMe: 'Slow trains.', avatarUrl: null, followersCount: 0, followingCount: 0 };
    const closed = {
      subjectId: null,
      email: null,
      credits: null,
      orderIds: null,
      ordersCount: null,
      suspended: null,
      suspendedUntil: null,
      suspensionReason: null,
    };
    const profile = { ...open, ...closed, version: null, createdAt: null, updatedAt: null };
    expect((await product.send({ url })).json()).toEqual(profile);
    expect((await product.send({ url, as: product.person('cam') })).json()).toEqual(profile);
    const moderated = {
      ...open,
      subjectId: null,
      email: null,
      credits: 20,
      orderIds: [],
      ordersCount: 0,
      suspended: false,
      suspendedUntil: null,
      suspensionReason: null,
    };
    expect((await product.send({ url, as: product.person('mia', 'moderator') })).json()).toEqual({ ...moderated, version, createdAt, updatedAt });
  });

  test('show moderators the reason and end of a suspension', async () => {
    const [nia, mia] = [await member('nia'), await member('mia')];
    const moderator = product.person('mia', 'moderator');
    const params = { id: nia.accountId };
    const suspendedUntil = new Date(Date.now() + 3_600_000).toISOString();
    const shown = { suspended: true, suspendedUntil, suspensionReason: 'Spam' };
    expect(await moderator.api.updateAccount({ params, body: { suspended: true, reason: 'Spam', suspendedUntil } })).toMatchObject(shown);
    expect(await moderator.api.getAccount({ params })).toMatchObject(shown);
    expect(await mia.api.getAccount({ params: { id: mia.accountId } })).toMatchObject({ suspended: false, suspendedUntil: null });
    const lifted = await moderator.api.updateAccount({ params, body: { suspended: false } });
    expect(lifted).toMatchObject({ suspended: false, suspendedUntil: null, suspensionReason: null });
  });

  const years = (count: number): string => new Date(Date.now() + count * 365 * 86_400_000).toISOString();
  test.each([
    ['a past time', { suspended: true, suspendedUntil: '2020-01-01T00:00:00Z' }, 'Must be still to come'],
    ['a time in six years', { suspended: true, suspendedUntil: years(6) }, 'Too far ahead'],
    ['a text', { suspended: true, suspendedUntil: 'soon' }, 'Must be an ISO 8601 time in UTC'],
    ['a time without a suspension', { suspendedUntil: years(1) }, 'Goes with suspended: true'],
    ['a time with a reinstatement', { suspended: false, suspendedUntil: years(1) }, 'Goes with suspended: true'],
  ])('refuse %s as the end of a suspension', async (_, payload, message) => {
    const moderator = product.person('mia', 'moderator');
    const errors = [{ path: 'body.suspendedUntil', message }];
    const one = await product.send({ method: 'PUT', url: `/api/accounts/${(await member('pia')).accountId}`, payload, as: moderator });
    expect(one.json()).toMatchObject({ status: 400, errors });
    const query = { filter: JSON.stringify({ userName: 'Pia' }) };
    const many = await product.send({ method: 'PATCH', url: '/api/accounts', query, payload, as: product.person('root', 'admin') });
    expect(many.json()).toMatchObject({ status: 400, errors });
  });

  test('store an empty text as null', async () => {
    const ivo = await member('ivo');
    const write = (body: object) => ivo.api.updateAccount({ params: { id: ivo.accountId }, body });
    expect(await write({ aboutMe: 'Maps.', avatarUrl: '/pictures/ivo.jpg' })).toMatchObject({ aboutMe: 'Maps.', avatarUrl: '/pictures/ivo.jpg' });
    expect(await write({ aboutMe: '', avatarUrl: '' })).toMatchObject({ aboutMe: null, avatarUrl: null });
  });

  test.each([
    ['avatarUrl', 'javascript:alert(1)', 'Must be a web address'],
    ['userName', null, 'Required'],
    ['userName', 7, 'Invalid input: expected string, received number'],
    ['avatarUrl', 7, 'Invalid input'],
    ['aboutMe', 'x'.repeat(501), 'About me must be less than 500 characters'],
    ['suspended', 'yes', 'Invalid input: expected boolean, received string'],
    ['followersCount', 5, 'Unknown field'],
    ['version', 9, 'Unknown field'],
  ])('refuse the field %s with the value %s', async (field, value, message) => {
    const jan = await member('jan');
    const payload = { [field]: value };
    const refused = await product.send({ method: 'PUT', url: `/api/accounts/${jan.accountId}`, payload, as: jan });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([{ path: `body.${field}`, message }]);
  });

  test('have unique user names regardless of case, which are free again after a rename', async () => {
    const [cleo, dan] = [await member('cleo'), await member('dan')];
    const named = (person: typeof cleo, userName: string) => person.api.updateAccount({ params: { id: person.accountId }, body: { userName } });
    await named(cleo, 'Wanderer');
    await expect(named(dan, 'wanderer')).rejects.toMatchObject({ status: 409, problem: { code: 'account/username-taken' } });
    await named(cleo, 'wanderer');
    await named(cleo, 'Homebody');
    expect(await named(dan, 'wanderer')).toMatchObject({ userName: 'wanderer' });
    await named(dan, 'Sojourner');
    expect(await named(cleo, 'WANDERER')).toMatchObject({ userName: 'WANDERER' });
  });

  test('free a user name at once when the request that claimed it is refused', async () => {
    const [kim, lou] = [await member('kim'), await member('lou')];
    const put = (person: typeof kim, payload: object, headers: Record<string, string> = {}) =>
      product.send({ method: 'PUT', url: `/api/accounts/${person.accountId}`, as: person, payload, headers });
    const stale = await put(kim, { userName: 'lookout' }, { 'if-match': '"7"' });
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'request/stale']);
    expect((await put(lou, { userName: 'Lookout' })).statusCode).toBe(200);
    // The account changes between the claim and the use of the name.
    const [{ version }, racing] = [await kim.api.getMyAccount({}), { aboutMe: 'Hello' }];
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, one) => put(kim, { userName: `racer_${one}` }, { 'if-match': `"${version}"` })),
      put(kim, racing, { 'if-match': `"${version}"` }),
    ]);
    const winners = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json());
    expect(winners).toHaveLength(1);
    const won = winners[0]?.userName;
    const lost = Array.from({ length: 6 }, (_, one) => `racer_${one}`).filter((name) => name !== won);
    for (const userName of lost) expect([userName, (await put(lou, { userName })).statusCode]).toEqual([userName, 200]);
  });

  test.each(['Admin', 'ad-min', 'support_', 'm0derator'])('refuse the reserved user name %s', async (userName) => {
    const max = await member('max');
    const refused = max.api.updateAccount({ params: { id: max.accountId }, body: { userName } });
    await expect(refused).rejects.toMatchObject({ status: 422, problem: { code: 'account/username-reserved' } });
  });

  test('give a user name to one of eight concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, number) => member(`racer${number}`)));
    const tries = people.map((person) => person.api.updateAccount({ params: { id: person.accountId }, body: { userName: 'First' } }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['ab', 'Username must be at least 3 characters'],
    ['x'.repeat(31), 'Username must be less than 30 characters'],
    ['a b', 'Username can only contain letters, numbers, hyphens, and underscores'],
  ])('refuse the user name %s with the message of the specification', async (userName, message) => {
    const eve = await member('eve');
    const refused = eve.api.updateAccount({ params: { id: eve.accountId }, body: { userName } });
    await expect(refused).rejects.toMatchObject({ status: 400, problem: { errors: [{ path: 'body.userName', message }] } });
  });

  test('are changed by their owner and admins only', async () => {
    const [fay, gus] = [await member('fay'), await member('gus')];
    const change = { params: { id: fay.accountId }, body: { aboutMe: 'x' } };
    await expect(gus.api.updateAccount(change)).rejects.toMatchObject({ status: 403 });
    await product.person('root', 'admin').api.updateAccount(change);
    await expect(gus.api.deleteAccount({ params: { id: fay.accountId } })).rejects.toMatchObject({ status: 403 });
    await expect(product.anonymous.updateAccount(change)).rejects.toMatchObject({ status: 401 });
  });

  test('are listed to admins only', async () => {
    const admin = product.person('root', 'admin');
    expect((await admin.api.listAccounts({ query: { filter: JSON.stringify({ userName: 'nobody' }) } })).total).toBe(0);
    await expect(product.person('gus').api.listAccounts({})).rejects.toMatchObject({ status: 403 });
  });

  test('are deleted with their itineraries and user name', async () => {
    const hal = await member('hal');
    await hal.api.updateAccount({ params: { id: hal.accountId }, body: { userName: 'halcyon' } });
    const { id } = await hal.api.createItinerary({ body: { title: 'Mine', visibility: 'PUBLIC' } });
    expect((await hal.api.listItineraryProjections({ query: { ids: id } })).items[0]).toMatchObject({ accountUserName: 'halcyon' });
    await hal.api.deleteAccount({ params: { id: hal.accountId } });
    await expect(hal.api.getMyAccount({})).rejects.toMatchObject({ status: 404 });
    await expect.poll(async () => (await product.send({ url: `/api/itineraries/${id}` })).statusCode, { interval: 20, timeout: 10_000 }).toBe(404);
    const ida = await member('ida');
    expect(await ida.api.updateAccount({ params: { id: ida.accountId }, body: { userName: 'Halcyon' } })).toMatchObject({ userName: 'Halcyon' });
  });
});
