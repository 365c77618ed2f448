import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { beginAnswer, type ProviderMessage, type ScriptedAnswer, scriptedProvider, toolResultsIn } from '../scripted-provider.fixture.ts';
import { threadStream } from '../thread/thread.ts';

let product: TestProduct;
let provider: Awaited<ReturnType<typeof scriptedProvider>>;
let asked: readonly ProviderMessage[] = [];
/** Scripted answers by the latest message of the user. */
const script = new Map<string, (messages: readonly ProviderMessage[]) => ScriptedAnswer>();

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

/** Sends a message, and lets the model call these tools in turn. Returns thread, answer id and results. */
async function turn(as: Person, words: string, calls: readonly [string, (results: readonly Fields[]) => object][], threadId?: string) {
  script.set(words, (messages) => {
    const results = toolResultsIn(messages) as Fields[]; // as: results of the calls
    const next = calls[results.length];
    return next ? { calls: [[next[0], next[1](results)]] } : 'Done.';
  });
  const payload = { messages: [{ role: 'user', content: words }], ...(threadId && { threadId }) };
  const answer = await product.send({ as, method: 'POST', url: '/api/chat', payload });
  const parts = answer.body.split('\n').filter(Boolean).map(dataStream.decode);
  const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part.value.result as unknown as Fields] : [])); // as: results of the calls
  const messageId = parts.flatMap((part) => (part.type === 'start_step' ? [part.value.messageId] : []))[0] ?? '';
  return { threadId: String(answer.headers['x-thread-id']), messageId, results };
}
/** The used fields of results. */
interface Fields {
  id: string;
  candidates?: { placeId: string }[];
}

const reverse = (as: Person, { threadId, messageId }: { threadId: string; messageId: string }, reversed: boolean, accountId = as.accountId) =>
  product.send({ as, method: 'PUT', url: `/api/accounts/${accountId}/chats/${threadId}/answers/${messageId}/reversal`, payload: { reversed } });

async function messagesIn(as: Person, threadId: string): Promise<ChatMessage[]> {
  return (await product.send({ as, method: 'GET', url: `/api/chat/${threadId}` })).json();
}

async function tripOf(as: Person) {
  const { id } = await as.api.createItinerary({ body: { title: 'Lisbon', daysCount: 1 } });
  const { dayIds } = await as.api.getItinerary({ params: { id } });
  const body = { title: 'Belém Tower', coordinates: { latitude: 38.7, longitude: -9.1 }, placeName: 'Lisbon', dayIds };
  const stop = await as.api.addStop({ params: { itineraryId: id }, body });
  return { itineraryId: id, stopId: stop.id };
}
const titlesIn = async (as: Person, id: string) =>
  (await as.api.getItinerary({ params: { id }, query: { include: 'stops' } })).stops?.map(({ title }) => title);

/** A story without versions and timestamps, to compare before and after. */
const wholeOf = async (as: Person, id: string): Promise<unknown> => {
  const whole = await as.api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
  return JSON.parse(JSON.stringify(whole, (key, value) => (/^(version|\w+At)$/.test(key) ? undefined : value)));
};

/** An answer that renames the stop of a new trip to Torre. */
async function renamed(as: Person) {
  const trip = await tripOf(as);
  return { ...trip, ...(await turn(as, `Call ${trip.stopId} Torre`, [['update_stop', () => ({ ...trip, title: 'Torre' })]])) };
}

describe('reversal of an answer', () => {
  test('restores the old title and reapplies the new title once each, and annotates the message', async () => {
    const ada = product.person('ada');
    const done = await renamed(ada);
    const undone = await reverse(ada, done, true);
    const restored = [{ kind: 'stop', id: done.stopId, title: 'Torre', number: null, fields: ['title'], change: 'CHANGED' }];
    expect([undone.statusCode, undone.json()]).toEqual([200, { messageId: done.messageId, reversed: true, restored, left: [] }]);
    expect(await titlesIn(ada, done.itineraryId)).toEqual(['Belém Tower']);
    expect((await reverse(ada, done, true)).json()).toEqual(undone.json());
    const [, message] = await messagesIn(ada, done.threadId);
    expect(message?.annotations).toEqual([{ type: 'reversal', reversed: true, restored, left: [] }]);
    expect((await reverse(ada, done, false)).json()).toMatchObject({ reversed: false });
    expect(await titlesIn(ada, done.itineraryId)).toEqual(['Torre']);
    expect((await reverse(ada, done, true)).json()).toMatchObject({ reversed: true });
    expect(await titlesIn(ada, done.itineraryId)).toEqual(['Belém Tower']);
  });

  test('happens once under concurrent requests, and returns a log position after the events in the story', async () => {
    const ada = product.person('ada');
    const done = await renamed(ada);
    const all = await Promise.all([1, 2, 3].map(() => reverse(ada, done, true)));
    for (const one of all) expect(one.json()).toEqual(all[0]?.json());
    const events = await product.engines.events.read(`thread-${done.threadId}`);
    expect(events.filter(({ type }) => type === 'AnswerReversed')).toHaveLength(1);
    const story = await product.engines.events.read(`itinerary-${done.itineraryId}`);
    expect(story.filter(({ meta }) => meta.cause?.startsWith('reversal:'))).toHaveLength(1);
    expect(Number(all[0]?.headers['x-position'])).toBeGreaterThan(story.at(-1)?.position ?? 0);
  });

  test('reverses and reapplies the writes of every tool in the answer, in every changed itinerary', async () => {
    const ada = product.person('ada');
    const { itineraryId, stopId } = await tripOf(ada);
    const other = await tripOf(ada);
    const before = [await wholeOf(ada, itineraryId), await wholeOf(ada, other.itineraryId)];
    const day = (results: readonly Fields[]): string => results[2]?.id ?? '';
    const place = (results: readonly Fields[]): string => results[3]?.candidates?.[0]?.placeId ?? '';
    const done = await turn(ada, 'Do everything', [
      ['create_itinerary', () => ({ title: 'New' })],
      ['update_itinerary', () => ({ itineraryId, title: 'Lisbon, slowly' })],
      ['add_day', () => ({ itineraryId, title: 'New day' })],
      ['lookup_location', () => ({ query: 'Lisbon', itineraryId, limit: 1 })],
      ['add_stop', (results) => ({ itineraryId, dayId: day(results), placeId: place(results), title: 'Lisbon' })],
      ['update_stop', (results) => ({ itineraryId, stopId, dayId: day(results), durationMinutes: 90 })],
      ['optimize_route', (results) => ({ itineraryId, dayId: day(results), freeStart: true })],
      ['remove_stop', () => ({ itineraryId, stopId })],
      ['remove_stop', () => ({ itineraryId: other.itineraryId, stopId: other.stopId })],
    ]);
    expect(done.results.filter((result) => 'error' in result)).toEqual([]);
    const after = [await wholeOf(ada, itineraryId), await wholeOf(ada, other.itineraryId)];
    const made = done.results[0]?.id ?? '';
    expect((await reverse(ada, done, true)).json()).toMatchObject({ reversed: true, left: [] });
    expect([await wholeOf(ada, itineraryId), await wholeOf(ada, other.itineraryId)]).toEqual(before);
    await expect.poll(async () => (await product.send({ as: ada, method: 'GET', url: `/api/itineraries/${made}` })).statusCode).toBe(404);
    expect((await reverse(ada, done, false)).json()).toMatchObject({ reversed: false, left: [] });
    expect([await wholeOf(ada, itineraryId), await wholeOf(ada, other.itineraryId)]).toEqual(after);
    await expect.poll(async () => (await product.send({ as: ada, method: 'GET', url: `/api/itineraries/${made}` })).statusCode).toBe(200);
  });

  test('leaves and lists later changes, and is in the next prompt only when it restored something', async () => {
    const ada = product.person('ada');
    const done = await renamed(ada);
    const { itineraryId, stopId, threadId } = done;
    await ada.api.patchStop({ params: { itineraryId, id: stopId }, body: { title: 'Mine' } });
    const left = [{ kind: 'stop', id: stopId, title: 'Mine', number: null, fields: ['title'], reason: 'CHANGED_LATER' }];
    expect((await reverse(ada, done, true)).json()).toEqual({ messageId: done.messageId, reversed: false, restored: [], left });
    await turn(ada, 'And now?', [], threadId);
    expect(JSON.stringify(asked)).not.toContain('taken back');
    const again = await turn(ada, 'Again', [['update_stop', () => ({ itineraryId, stopId, title: 'Torre' })]], threadId);
    await reverse(ada, again, true);
    await turn(ada, 'And then?', [], threadId);
    const at = asked.findIndex(({ content }) => content?.includes('has taken back'));
    expect(asked.slice(at - 1, at + 2).map(({ role, content }) => [role, content])).toEqual([
      ['assistant', 'Done.'],
      ['system', expect.stringContaining('does not hold any more')],
      ['user', 'And then?'],
    ]);
  });
});

describe('reversal request', () => {
  const codeOf = async (answer: ReturnType<typeof reverse>) => {
    const { statusCode, json } = await answer;
    return [statusCode, json().code];
  };

  test('is refused during an answer in the thread', async () => {
    const ada = product.person('ada');
    const done = await renamed(ada);
    const began = Promise.withResolvers<void>();
    script.set('Take your time', () => (response) => {
      beginAnswer(response, 'Well');
      began.resolve();
    });
    const payload = { messages: [{ role: 'user', content: 'Take your time' }], threadId: done.threadId };
    const running = product.send({ as: ada, method: 'POST', url: '/api/chat', payload });
    await began.promise;
    // The model is called while the question is being stored, so the state is polled.
    const commands = createCommandHandler(product.engines.events);
    await vi.waitUntil(async () => (await commands.load(threadStream, done.threadId)).state?.running);
    expect(await codeOf(reverse(ada, done, true))).toEqual([409, 'chat/turn-running']);
    await product.send({ as: ada, method: 'DELETE', url: `/api/chat/${done.threadId}/answer` });
    await running;
    expect((await reverse(ada, done, true)).statusCode).toBe(200);
  });

  test('answers 422 for an answer without changes, and 404 for an unknown answer or another account', async () => {
    const [ada, bob] = [product.person('ada'), product.person('bob')];
    const done = await renamed(ada);
    const idle = await turn(ada, 'Only talk', []);
    const failed = await turn(ada, 'Fail', [['update_stop', () => ({ itineraryId: crypto.randomUUID(), stopId: crypto.randomUUID(), title: 'x' })]]);
    expect(await codeOf(reverse(ada, idle, true))).toEqual([422, 'chat/nothing-changed']);
    expect(await codeOf(reverse(ada, failed, true))).toEqual([422, 'chat/nothing-changed']);
    expect(await codeOf(reverse(ada, { ...done, messageId: crypto.randomUUID() }, true))).toEqual([404, 'chat/answer-unknown']);
    expect(await codeOf(reverse(ada, { ...done, threadId: crypto.randomUUID() }, true))).toEqual([404, 'chat/unknown']);
    expect(await codeOf(reverse(bob, done, true))).toEqual([404, 'chat/unknown']);
    expect(await codeOf(reverse(bob, done, true, ada.accountId))).toEqual([404, 'account/unknown']);
    expect(await titlesIn(ada, done.itineraryId)).toEqual(['Torre']);
  });
});
