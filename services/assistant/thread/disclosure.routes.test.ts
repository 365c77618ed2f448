import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { scriptedProvider } from '../scripted-provider.fixture.ts';
import { threadStreamName } from './thread.ts';

let product: TestProduct;
let provider: Awaited<ReturnType<typeof scriptedProvider>>;
let ada: Person;
let admin: Person;
let moderator: Person;
beforeAll(async () => {
  provider = await scriptedProvider(() => 'A secret answer');
  product = await testProduct(contextsWithAssistant, undefined, { OPENAI_BASE_URL: provider.url });
  [ada, admin, moderator] = [product.person('ada'), product.person('root', 'admin'), product.person('mod', 'moderator')];
  for (const { api } of [ada, admin, moderator]) await api.createAccount({});
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
});

/** A conversation of two messages. */
async function chat(): Promise<string> {
  const payload = { messages: [{ role: 'user', content: 'A secret question' }] };
  const answer = await product.send({ method: 'POST', url: '/api/chat', as: ada, payload });
  return String(answer.headers['x-thread-id']);
}
const messages = (as: Person, id: string) => product.send({ url: `/api/chat/${id}`, as });
const disclose = (as: Person, id: string, payload: object = { reason: 'A complaint' }, accountId = ada.accountId) =>
  product.send({ method: 'POST', url: `/api/accounts/${accountId}/chats/${id}/disclosure`, as, payload });

describe('conversation of somebody else', () => {
  test('is counted for administrators without any content', async () => {
    const id = await chat();
    const list = () => product.send({ url: `/api/chats?filter=${encodeURIComponent(JSON.stringify({ id }))}`, as: admin });
    await expect.poll(async () => (await list()).json().items?.[0]?.messagesCount, { timeout: 20_000 }).toBe(2);
    const { items } = (await list()).json();
    const time = expect.stringMatching(/^\d{4}-/);
    expect(items).toEqual([{ id, accountId: ada.accountId, messagesCount: 2, createdAt: time, lastMessageAt: time }]);
    expect((await product.send({ url: `/api/chats/${id}`, as: admin })).json()).toEqual(items[0]);
    expect((await list()).body).not.toContain('secret');
    for (const as of [ada, moderator]) expect((await product.send({ url: '/api/chats', as })).statusCode).toBe(403);
    await ada.api.deleteChat({ params: { accountId: ada.accountId, id } });
    await expect.poll(async () => (await list()).json().total, { timeout: 20_000 }).toBe(0);
  });

  test('is unknown to administrators until disclosed, and then only its messages are readable', async () => {
    const [id, another] = [await chat(), await chat()];
    expect((await messages(admin, id)).json()).toMatchObject({ status: 404, code: 'chat/unknown' });
    const answer = await disclose(admin, id);
    expect(answer.statusCode).toBe(201);
    const { at, until } = answer.json<{ at: string; until: string }>();
    expect(answer.json()).toMatchObject({ threadId: id, accountId: ada.accountId, reason: 'A complaint' });
    expect(Date.parse(until) - Date.parse(at)).toBe(15 * 60_000);
    const said = (await messages(admin, id)).json<{ content: string }[]>().map(({ content }) => content);
    expect(said).toEqual(['A secret question', 'A secret answer']);
    for (const refused of [
      await messages(moderator, id),
      await messages(product.person('other-root', 'admin'), id),
      await messages(admin, another),
      await product.send({ url: `/api/chat?chatId=${id}`, as: admin }),
      await product.send({ url: `/api/accounts/${ada.accountId}/chats/${id}`, as: admin }),
      await product.send({ url: `/api/accounts/${ada.accountId}/chats`, as: admin }),
      await product.send({ method: 'DELETE', url: `/api/accounts/${ada.accountId}/chats/${id}`, as: admin }),
      await product.send({ method: 'POST', url: `/api/chat/${id}`, as: admin, payload: { messages: [{ role: 'user', content: 'Hello' }] } }),
    ])
      expect(refused.statusCode).toBe(404);
  });

  test('shows its owner time and reason of the disclosure, and the audit log the administrator', async () => {
    const id = await chat();
    const { at, until } = (await disclose(admin, id, { reason: 'A report of threats' })).json();
    const disclosures = [{ at, until, reason: 'A report of threats' }];
    const params = { accountId: ada.accountId };
    expect(await ada.api.getChat({ params: { ...params, id } })).toMatchObject({ disclosures });
    const listed = async () => (await ada.api.listChats({ params, query: { filter: JSON.stringify({ id }) } })).items;
    await expect.poll(listed, { timeout: 20_000 }).toMatchObject([{ disclosures }]);
    const filter = JSON.stringify({ action: 'ThreadDisclosed', subjectId: id });
    await expect
      .poll(async () => (await admin.api.listAudit({ query: { filter } })).items, { timeout: 20_000 })
      .toMatchObject([{ actorId: admin.accountId, subjectType: 'thread', role: 'admin' }]);
  });

  test('is disclosed once when a request repeats with its idempotency key', async () => {
    const id = await chat();
    const params = { accountId: ada.accountId, id };
    const ask = () => admin.api.discloseChat({ params, body: { reason: 'A complaint' }, idempotencyKey: `disclose-${id}` });
    const once = await ask();
    expect(await ask()).toEqual(once);
    expect((await ada.api.getChat({ params })).disclosures).toHaveLength(1);
  });

  test('answers 404 to the administrator when the disclosure has expired', async () => {
    const id = await chat();
    const past = new Date(Date.now() - 1).toISOString();
    const data = { readerId: admin.accountId, reason: 'Long ago', until: past };
    const { events } = product.engines;
    const { version = 0 } = (await events.read(threadStreamName(id))).at(-1) ?? {};
    const meta = { actorId: admin.accountId, commandId: newId() };
    await events.append(threadStreamName(id), version, [{ id: newId(), type: 'ThreadDisclosed', schema: 1, data, meta, at: past }]);
    expect((await messages(admin, id)).statusCode).toBe(404);
  });

  test('is disclosed only to administrators, with a reason, if it exists', async () => {
    const id = await chat();
    for (const as of [ada, moderator]) expect((await disclose(as, id)).statusCode).toBe(403);
    expect((await disclose(admin, newId())).json()).toMatchObject({ status: 404, code: 'chat/unknown' });
    expect((await disclose(admin, id, undefined, newId())).json()).toMatchObject({ status: 404, code: 'chat/unknown' });
    for (const payload of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }])
      expect((await disclose(admin, id, payload)).json()).toMatchObject({ status: 400, errors: [{ path: 'body.reason' }] });
  });
});
