import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitions } from '../all.ts';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct(definitions.filter(({ name }) => ['accounts', 'assistant'].includes(name)));
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

const message = { content: 'Three days in Lisbon', role: 'user' };
const send = (payload: object, url = '/api/chat', as: Person | undefined = ada) => product.send({ method: 'POST', url, payload, ...(as && { as }) });

describe('chat message is refused', () => {
  test('without a sign-in', async () => {
    const answer = await product.send({ method: 'POST', url: '/api/chat', payload: { messages: [message] } });
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 401, code: 'auth/required' });
  });

  test.each([
    ['blank', { messages: [{ ...message, content: ' \n' }] }, 'body.messages.0.content'],
    ['of 10,001 characters', { messages: [{ ...message, content: 'x'.repeat(10_001) }] }, 'body.messages.0.content'],
    ['two messages', { messages: [message, message] }, 'body.messages'],
    ['in the name of the system', { messages: [{ ...message, role: 'system' }] }, 'body.messages.0.role'],
    ['nothing', {}, 'body.messages'],
    ['an unknown field', { messages: [message], model: 'large' }, 'body.model'],
  ])('with an invalid body: %s', async (_, payload, path) => {
    for (const url of ['/api/chat', `/api/chat/${newId()}`]) {
      const answer = await send(payload, url);
      expect(answer.json()).toMatchObject({ status: 400, code: 'request/invalid', errors: [{ path }] });
    }
  });

  test('with an invalid itinerary id', async () => {
    const answer = await send({ messages: [message] }, '/api/chat?itineraryId=new');
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: 'query.itineraryId' }] });
  });

  test('with 404 when its thread is unknown, in the path or body; so are requests for the messages and the running answer of the thread', async () => {
    const threadId = newId();
    const unknown = { status: 404, code: 'chat/unknown' };
    expect((await send({ messages: [message], threadId })).json()).toMatchObject(unknown);
    expect((await send({ messages: [message] }, `/api/chat/${threadId}`)).json()).toMatchObject(unknown);
    expect((await product.send({ url: `/api/chat?chatId=${threadId}`, as: ada })).json()).toMatchObject(unknown);
    expect((await product.send({ url: `/api/chat/${threadId}`, as: ada })).json()).toMatchObject(unknown);
  });
});
