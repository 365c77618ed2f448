import { injectFetch } from '@waystory/infra/http/caller.ts';
import { createClientFromOutlines, ResponseError } from '@waystory/proto/kit/client.ts';
import { retryingFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { type Person, type TestProduct, testProduct } from '@waystory/services/testing/product.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AdminRoutes, outlines } from '../catalogue/catalogue.ts';
import type { ConflictChoice, DataProviderPorts, EditConflict } from './calls.ts';
import { createDataProvider } from './data-provider.ts';
import { type RequestContent, withRecovery } from './recovery.ts';

let product: TestProduct;
let admin: Person;
let author: Person;
beforeAll(async () => {
  product = await testProduct();
  admin = product.person('admin', 'admin');
  author = product.person('author');
  await admin.api.createAccount({});
});
afterAll(() => product.stop());

interface Asked {
  route: string;
  sent: RequestContent;
}

/** Data provider on the product as an administrator, with a log of its requests. */
function providerWith(ports: Partial<DataProviderPorts> = {}) {
  const asked: Asked[] = [];
  const client = createClientFromOutlines<AdminRoutes>(outlines, {
    baseUrl: '/api',
    token: async () => admin.token,
    fetch: retryingFetch(injectFetch(product.host.app), 25_000),
  }) as unknown as Record<string, (sent: object) => Promise<unknown>>; // as: the provider calls routes by name
  const provider = createDataProvider({
    async send(route, sent) {
      asked.push({ route, sent });
      return client[route]?.(sent);
    },
    role: () => 'admin',
    onConflict: async () => 'back',
    ...ports,
  });
  return { provider, asked };
}

/** Data provider with scripted answers, for cases that would need a million records. */
function scripted(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  const provider = createDataProvider({
    async send(route, sent) {
      asked.push({ route, sent });
      return answer({ route, sent });
    },
    role: () => 'admin',
    onConflict: async () => 'back',
  });
  return { provider, asked };
}

const story = (title: string) => author.api.createItinerary({ body: { title, visibility: 'PUBLIC' } });

describe('List request', () => {
  test('sends page, limit, sort and filter in the grammar of the API, without blank conditions', async () => {
    const { id } = await story('Grammar of lists');
    await story('Something else');
    const { provider, asked } = providerWith();
    const filter = { title: { contains: 'grammar' }, visibility: '', createdAt: { gte: undefined }, likeCount: {} };
    const { data, total } = await provider.getList('itineraries', {
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'title', order: 'ASC' },
      filter,
    });
    expect([data.map((one) => one.id), total]).toEqual([[id], 1]);
    expect(asked[0]?.sent.query).toEqual({ page: 1, limit: 25, sort: 'title ASC', filter: '{"title":{"contains":"grammar"}}' });
  });

  test('has no sort parameter for an unsortable field', async () => {
    const { provider, asked } = providerWith();
    await provider.getList('itineraries', { pagination: { page: 1, perPage: 25 }, sort: { field: 'id', order: 'ASC' }, filter: {} });
    expect(asked[0]?.sent.query).toEqual({ page: 1, limit: 25 });
  });

  test('of a child resource returns the children of the given parent', async () => {
    const { id } = await story('With a day');
    const day = await author.api.addDay({ params: { itineraryId: id }, body: { title: 'First' } });
    const { provider } = providerWith();
    const sort = { field: 'number', order: 'ASC' } as const;
    const { data } = await provider.getManyReference('days', { target: 'itineraryId', id, pagination: { page: 1, perPage: 25 }, sort, filter: {} });
    expect(data.map((one) => one.id)).toEqual([day.id]);
  });

  test('beyond the largest offset sends the cursor of the previous page, and rejects with 400 without one', async () => {
    const { provider, asked } = scripted(() => ({ items: [], total: 10_000, totalCapped: true, page: 401, limit: 25, next: 'cursor' }));
    const page = (number: number) => provider.getList('posts', { pagination: { page: number, perPage: 25 }, filter: {} });
    await expect(page(500)).rejects.toMatchObject({ status: 400 });
    expect((await page(401)).total).toBe(10_026);
    await page(402);
    expect(asked.map(({ sent }) => sent.query)).toEqual([
      { page: 401, limit: 25 },
      { after: 'cursor', limit: 25 },
    ]);
  });
});

test('getMany requests 250 ids in batches of at most 100', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => `id-${index}`);
  const { provider, asked } = scripted(({ sent }) => ({
    items: String(sent.query?.ids)
      .split(',')
      .map((id) => ({ id })),
    total: 0,
    page: 1,
    limit: 100,
  }));
  expect((await provider.getMany('posts', { ids })).data).toHaveLength(250);
  expect(asked.map(({ sent }) => String(sent.query?.ids).split(',').length)).toEqual([100, 100, 50]);
});

describe('Update', () => {
  /** Makes an edit conflict of two people. Returns the question to the second person, the requests, and the final state of the story. */
  async function collide(choice: ConflictChoice) {
    const { id } = await story('As it was');
    const conflicts: EditConflict[] = [];
    const { provider, asked } = providerWith({
      onConflict: async (conflict) => {
        conflicts.push(conflict);
        return choice;
      },
    });
    const { data: seen } = await provider.getOne('itineraries', { id });
    await author.api.patchItinerary({ params: { id }, body: { title: 'Theirs', description: 'Also theirs' } });
    const outcome = provider.update('itineraries', { id, data: { ...seen, title: 'Mine' }, previousData: seen });
    const result = await outcome.then(
      ({ data }) => data.title,
      (error: unknown) => Object(error).status,
    );
    const { title, description } = await author.api.getItinerary({ params: { id } });
    return { conflicts, asked, result, title, description };
  }

  test('without a conflict sends only the changed fields', async () => {
    const { id } = await story('Before');
    const { provider, asked } = providerWith();
    const { data: seen } = await provider.getOne('itineraries', { id });
    const { data } = await provider.update('itineraries', { id, data: { ...seen, title: 'After' }, previousData: seen });
    expect(data.title).toBe('After');
    expect(asked.at(-1)?.sent).toMatchObject({ body: { title: 'After' }, ifMatch: seen.version });
    expect(Object.keys(Object(asked.at(-1)?.sent.body))).toEqual(['title']);
    // A read after the write returns the written title.
    expect((await provider.getOne('itineraries', { id })).data.title).toBe('After');
  });

  test('of a record changed by another person passes both versions to onConflict, and rejects with 412 while the conflict is open', async () => {
    const { conflicts, result, title } = await collide('back');
    expect(conflicts).toMatchObject([{ resource: 'itineraries', mine: { title: 'Mine' }, theirs: { title: 'Theirs' } }]);
    expect([result, title]).toEqual([412, 'Theirs']);
  });

  test('with a conflict resolved as mine overwrites only the fields edited here', async () => {
    const { result, title, description } = await collide('mine');
    expect([result, title, description]).toEqual(['Mine', 'Mine', 'Also theirs']);
  });

  test('with a conflict resolved as theirs is not sent again', async () => {
    const { result, title, asked } = await collide('theirs');
    expect([result, title]).toEqual(['Theirs', 'Theirs']);
    expect(asked.filter(({ route }) => route === 'patchItinerary')).toHaveLength(1);
  });

  test('without changed fields sends no request', async () => {
    const { provider, asked } = providerWith();
    const seen = { id: 'x', title: 'Same', version: 1 };
    expect(await provider.update('itineraries', { id: 'x', data: { ...seen }, previousData: seen })).toEqual({ data: seen });
    expect(asked).toEqual([]);
  });

  test('that is refused rejects with status 400, the code and the message of the invalid field', async () => {
    const { id } = await story('Fine');
    const { provider } = providerWith();
    const refused = provider.update('itineraries', { id, data: { title: ' ' }, previousData: { id } });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'request/invalid', body: { errors: { title: 'Give the itinerary a title' } } });
  });
});

describe('Call with an expired sign-in', () => {
  const ended = new ResponseError(401, null);

  test('is repeated with the same idempotency key after a new sign-in', async () => {
    const sent: RequestContent[] = [];
    let isIn = false;
    const send = async (_: string, one: RequestContent): Promise<unknown> => {
      sent.push(one);
      if (!isIn) throw ended;
      return { id: 'made' };
    };
    const signInAgain = async (): Promise<boolean> => {
      isIn = true;
      return true;
    };
    const provider = createDataProvider({ send: withRecovery(send, signInAgain), role: () => 'admin', onConflict: async () => 'back' });
    expect(await provider.create('countries', { data: { name: 'Somewhere' } })).toEqual({ data: { id: 'made' } });
    expect(sent[0]?.idempotencyKey).toBeTruthy();
    expect(sent[1]).toEqual(sent[0]);
  });

  test('rejects with 401 when the person declines a new sign-in', async () => {
    const send = withRecovery(
      () => Promise.reject(ended),
      async () => false,
    );
    const provider = createDataProvider({ send, role: () => 'admin', onConflict: async () => 'back' });
    await expect(provider.getOne('posts', { id: 'x' })).rejects.toMatchObject({ status: 401 });
  });
});

test('create() of the data provider keeps its idempotency key after a failure, and uses a new key after a success', async () => {
  const keys: unknown[] = [];
  let isAway = true;
  const { provider } = scripted(({ sent }) => {
    keys.push(sent.idempotencyKey);
    if (isAway) throw new ResponseError(503, null);
    return { id: 'made' };
  });
  const make = () => provider.create('countries', { data: { name: 'Somewhere' } });
  await expect(make()).rejects.toMatchObject({ status: 503 });
  isAway = false;
  await make();
  await make();
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

test('write refused with auth/no-account is repeated after the account is created', async () => {
  const noAccount = new ResponseError(403, { type: '', title: '', status: 403, code: 'auth/no-account', detail: '', traceId: '' });
  const asked: string[] = [];
  const send = withRecovery(
    async (route) => {
      asked.push(route);
      if (!asked.includes('createAccount') && route !== 'createAccount') throw noAccount;
      return { id: 'made' };
    },
    async () => false,
  );
  await send('patchPost', {});
  expect(asked).toEqual(['patchPost', 'createAccount', 'patchPost']);
});

test('Call answered with read/behind is repeated at most 5 times', async () => {
  vi.useFakeTimers();
  const behind = new ResponseError(503, { type: '', title: '', status: 503, code: 'read/behind', detail: '', traceId: '' });
  const answersAfter = async (refusals: number): Promise<unknown> => {
    let asked = 0;
    const send = withRecovery(
      async () => {
        if (asked++ < refusals) throw behind;
        return asked;
      },
      async () => false,
    );
    const answer = send('getPost', {}).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    return answer;
  };
  try {
    expect(await answersAfter(5)).toBe(6);
    expect(await answersAfter(6)).toBe(behind);
  } finally {
    vi.useRealTimers();
  }
});

describe('Bulk change', () => {
  test('of selected rows changes them, and rejects with the number of missing rows', async () => {
    const stories = [await story('Bulk one'), await story('Bulk two')];
    const ids = stories.map(({ id }) => id);
    const { provider } = providerWith();
    await provider.getList('itineraries', { pagination: { page: 1, perPage: 25 }, filter: { id: ids } });
    await provider.updateMany('itineraries', { ids, data: { hidden: true, reason: 'Spam' } });
    expect((await provider.getMany('itineraries', { ids })).data.map(({ hidden }) => hidden)).toEqual([true, true]);
    await provider.deleteMany('itineraries', { ids: ids.slice(0, 1) });
    await expect(provider.updateMany('itineraries', { ids, data: { hidden: false } })).rejects.toMatchObject({
      message: expect.stringContaining('1 of 2'),
    });
  });

  test('by filter has a dry run that returns the number of matches with a sample and changes nothing', async () => {
    const { id } = await story('Counted zyxomma');
    await author.api.getItinerary({ params: { id } });
    const { provider } = providerWith();
    const filter = { title: { contains: 'zyxomma' } };
    expect(await provider.dryRun('itineraries', 'delete', filter)).toEqual({ matched: 1, sample: [{ id, label: 'Counted zyxomma' }] });
    expect(await provider.byFilter('itineraries', 'delete', filter)).toEqual({ matched: 1, changed: 1, failed: [] });
    await expect(provider.getOne('itineraries', { id })).rejects.toMatchObject({ status: 404 });
  });

  test.each([{}, { title: '' }, { title: { contains: '' } }, { createdAt: { gte: undefined } }])(
    'with the blank filter %j rejects with 400 and sends no request',
    async (filter) => {
      const { provider, asked } = providerWith();
      for (const call of ['dryRun', 'byFilter'] as const)
        await expect(provider[call]('posts', 'delete', filter)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('filter') });
      expect(asked).toEqual([]);
    },
  );
});

test('walk of the data provider yields all matching records page by page', async () => {
  const pages = [
    { items: [{ id: 'a' }, { id: 'b' }], total: 3, next: 'after-b' },
    { items: [{ id: 'c' }], total: 3 },
  ];
  const { provider, asked } = scripted(({ sent }) => pages[sent.query?.after === 'after-b' ? 1 : 0]);
  const ids: unknown[] = [];
  const question = { filter: { text: { contains: 'tram' } }, sort: { field: 'createdAt', order: 'DESC' } } as const;
  for await (const { items } of provider.walk('posts', question)) ids.push(...items.map(({ id }) => id));
  expect(ids).toEqual(['a', 'b', 'c']);
  const query = { limit: 1_000, sort: 'createdAt DESC', filter: '{"text":{"contains":"tram"}}' };
  expect(asked.map(({ sent }) => sent.query)).toEqual([query, { ...query, after: 'after-b' }]);
});
