import { dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { begin, type ProviderMessage, resultsIn, type Say, scriptedProvider } from '../scripted-provider.fixture.ts';

let product: TestProduct;
let provider: Awaited<ReturnType<typeof scriptedProvider>>;
let asked: readonly ProviderMessage[] = [];
/** What the provider says to somebody, by the words that they sent last. */
const script = new Map<string, (messages: readonly ProviderMessage[]) => Say>();

beforeAll(async () => {
  provider = await scriptedProvider((messages) => {
    asked = messages;
    return script.get(messages.findLast(({ role }) => role === 'user')?.content ?? '')?.(messages) ?? 'Well.';
  });
  product = await testProduct(contextsWithAssistant, undefined, { OPENAI_BASE_URL: provider.url });
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
});

/** Asks, and has the model call these tools one after the other; answers the thread, the answer's id and results. */
async function turn(as: Person, words: string, calls: readonly [string, (results: readonly Fields[]) => object][], threadId?: string) {
  script.set(words, (messages) => {
    const results = resultsIn(messages) as Fields[]; // of the calls
    const next = calls[results.length];
    return next ? { calls: [[next[0], next[1](results)]] } : 'Done.';
  });
  const payload = { messages: [{ role: 'user', content: words }], ...(threadId && { threadId }) };
  const answer = await product.send({ as, method: 'POST', url: '/api/chat', payload });
  const parts = answer.body.split('\n').filter(Boolean).map(dataStream.decode);
  const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part.value.result as unknown as Fields] : [])); // of the calls
  const messageId = parts.flatMap((part) => (part.type === 'start_step' ? [part.value.messageId] : []))[0] ?? '';
  return { threadId: String(answer.headers['x-thread-id']), messageId, results };
}
interface Fields {
  id: string;
}

const reverse = (as: Person, { threadId, messageId }: { threadId: string; messageId: string }, reversed: boolean, accountId = as.accountId) =>
  product.send({ as, method: 'PUT', url: `/api/accounts/${accountId}/chats/${threadId}/answers/${messageId}/reversal`, payload: { reversed } });

async function messagesIn(as: Person, threadId: string): Promise<ChatMessage[]> {
  return (await product.send({ as, method: 'GET', url: `/api/chat/${threadId}` })).json();
}

async function trip(as: Person) {
  const { id } = await as.api.createItinerary({ body: { title: 'Lisbon', daysCount: 1 } });
  const { dayIds } = await as.api.getItinerary({ params: { id } });
  const body = { title: 'Belém Tower', coordinates: { latitude: 38.7, longitude: -9.1 }, placeName: 'Lisbon', dayIds };
  const stop = await as.api.addStop({ params: { itineraryId: id }, body });
  return { itineraryId: id, stopId: stop.id };
}
const titlesIn = async (as: Person, id: string) =>
  (await as.api.getItinerary({ params: { id }, query: { include: 'stops' } })).stops?.map(({ title }) => title);

describe('an answer', () => {
  test('is taken back and done again, once each, which its message tells', async () => {
    const ada = product.person('ada');
    const { itineraryId, stopId } = await trip(ada);
    const done = await turn(ada, 'Call it Torre', [['update_stop', () => ({ itineraryId, stopId, title: 'Torre' })]]);
    const undone = await reverse(ada, done, true);
    expect([undone.statusCode, undone.json()]).toEqual([
      200,
      {
        messageId: done.messageId,
        reversed: true,
        restored: [{ kind: 'stop', id: stopId, title: 'Torre', number: null, fields: ['title'], change: 'CHANGED' }],
        left: [],
      },
    ]);
    expect(await titlesIn(ada, itineraryId)).toEqual(['Belém Tower']);
    expect((await reverse(ada, done, true)).json()).toEqual(undone.json());
    const [, message] = await messagesIn(ada, done.threadId);
    expect(message?.annotations).toEqual([{ type: 'reversal', reversed: true, restored: undone.json().restored, left: [] }]);
    expect((await reverse(ada, done, false)).json()).toMatchObject({ reversed: false });
    expect(await titlesIn(ada, itineraryId)).toEqual(['Torre']);
    expect((await reverse(ada, done, true)).json()).toMatchObject({ reversed: true });
    expect(await titlesIn(ada, itineraryId)).toEqual(['Belém Tower']);
  });
});
