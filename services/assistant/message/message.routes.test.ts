import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { beginAnswer, type ProviderMessage, type ScriptedAnswer, scriptedProvider, toolResultsIn } from '../scripted-provider.fixture.ts';
import { type ThreadCommand, threadStream, threadStreamName } from '../thread/thread.ts';
import { answerLinesFromLog } from './answer-in-log.ts';

let product: TestProduct;
let provider: Awaited<ReturnType<typeof scriptedProvider>>;
/** Scripted answers by the latest message of the user. */
const script = new Map<string, (messages: readonly ProviderMessage[]) => ScriptedAnswer>();

beforeAll(async () => {
  provider = await scriptedProvider((messages) => {
    const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    return script.get(asked)?.(messages) ?? `You said: ${asked}`;
  });
  product = await testProduct(contextsWithAssistant, undefined, { OPENAI_BASE_URL: provider.url });
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
});

const post = (as: Person | undefined, content: unknown, path = '/api/chat', more: object = {}) =>
  product.send({ ...(as && { as }), method: 'POST', url: path, payload: { messages: [{ role: 'user', content }], ...more } });
const partsOf = (body: string): DataStreamPart[] => body.split('\n').filter(Boolean).map(dataStream.decode);
async function messagesIn(as: Person, threadId: string): Promise<ChatMessage[]> {
  const answer = await product.send({ as, method: 'GET', url: `/api/chat/${threadId}` });
  return answer.json();
}
const creditsOf = async (as: Person): Promise<number | null> => (await as.api.getMyAccount({})).credits;
const threadOf = ({ headers }: { headers: Record<string, unknown> }): string => String(headers['x-thread-id']);
const codeIn = ({ json }: { json: () => { code: string } }): string => json().code;

describe('chat message', () => {
  test('is answered in the data stream, and its thread stores message and answer', async () => {
    const ada = product.person('ada');
    const answer = await post(ada, 'Hello');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-vercel-ai-data-stream': 'v1' });
    expect(partsOf(answer.body).map(({ type }) => type)).toEqual(['start_step', 'text', 'finish_step', 'finish_message']);
    const again = await post(ada, 'And again', `/api/chat/${threadOf(answer)}`);
    expect(threadOf(again)).toBe(threadOf(answer));
    const messages = await messagesIn(ada, threadOf(answer));
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Hello'],
      ['assistant', 'You said: Hello'],
      ['user', 'And again'],
      ['assistant', 'You said: And again'],
    ]);
    await expect.poll(() => creditsOf(ada)).toBe(18);
    await expect
      .poll(async () => (await ada.api.listChats({ params: { accountId: ada.accountId } })).items)
      .toMatchObject([{ threadId: threadOf(answer), account: { id: ada.accountId } }]);
  });

  test.each([
    ['blank', ' ', 'body.messages.0.content'],
    ['too long', 'x'.repeat(10_001), 'body.messages.0.content'],
    ['no text', 7, 'body.messages.0.content'],
  ])('that is %s answers 400 with the path of the field', async (_, content, path) => {
    const answer = await post(product.person('ada'), content);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path]);
  });

  test('answers 401 without a sign-in, 400 to two messages, and 404 in a thread of another account', async () => {
    const [ada, bob] = [product.person('ada'), product.person('bob')];
    expect((await post(undefined, 'Hello')).statusCode).toBe(401);
    const two = [1, 2].map((number) => ({ role: 'user', content: `Hello ${number}` }));
    expect((await post(ada, 'Hello', '/api/chat', { messages: two })).statusCode).toBe(400);
    const theirs = threadOf(await post(ada, 'Mine'));
    for (const answer of [
      await post(bob, 'Hello', `/api/chat/${theirs}`),
      await post(bob, 'Hello', '/api/chat', { threadId: theirs }),
      await product.send({ as: bob, method: 'GET', url: `/api/chat/${theirs}` }),
      await product.send({ as: bob, method: 'GET', url: `/api/chat?chatId=${theirs}` }),
      await product.send({ as: bob, method: 'DELETE', url: `/api/chat/${theirs}/answer` }),
    ])
      expect([answer.statusCode, codeIn(answer)]).toEqual([404, 'chat/unknown']);
  });
});

describe('chat message with an Idempotency-Key', () => {
  const ask = (as: Person, content: string, key: string, path = '/api/chat') =>
    product.send({ as, method: 'POST', url: path, payload: { messages: [{ role: 'user', content }] }, headers: { 'idempotency-key': key } });

  test('is answered once for one credit, however often it is sent', async () => {
    const gia = product.person('once-gia');
    const first = await ask(gia, 'Once', 'k1');
    const others = [await ask(gia, 'Once', 'k1'), ...(await Promise.all([1, 2, 3].map(() => ask(gia, 'Once', 'k1'))))];
    for (const one of others) expect([one.statusCode, threadOf(one), one.body]).toEqual([200, threadOf(first), first.body]);
    expect(await messagesIn(gia, threadOf(first))).toHaveLength(2);
    await expect.poll(() => creditsOf(gia)).toBe(19);
  });

  test('is answered once under concurrent repetition', async () => {
    const hal = product.person('once-hal');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(hal, 'At once', 'k1')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(threadOf)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await messagesIn(hal, threadOf(answers[0] ?? { headers: {} }))).map(({ role }) => role)).toEqual(['user', 'assistant']);
    await expect.poll(() => creditsOf(hal)).toBe(19);
  });

  test('is refused with another text, and is new under another key or account', async () => {
    const [ivy, jon] = [product.person('once-ivy'), product.person('once-jon')];
    const first = await ask(ivy, 'Mine', 'k1');
    const other = await ask(ivy, 'Something else', 'k1');
    expect([other.statusCode, codeIn(other)]).toEqual([422, 'request/key-reused']);
    const threads = [first, await ask(ivy, 'Mine', 'k2'), await ask(jon, 'Mine', 'k1')].map(threadOf);
    expect(new Set(threads).size).toBe(3);
  });

  test('is answered once in an existing thread, and a deleted thread is unknown', async () => {
    const kim = product.person('once-kim');
    const thread = threadOf(await ask(kim, 'Begin', 'k1'));
    const [one, two] = [await ask(kim, 'Go on', 'k2', `/api/chat/${thread}`), await ask(kim, 'Go on', 'k2', `/api/chat/${thread}`)];
    expect(two.body).toBe(one.body);
    expect(await messagesIn(kim, thread)).toHaveLength(4);
    const reused = await ask(kim, 'Go on', 'k1', `/api/chat/${thread}`);
    expect([reused.statusCode, codeIn(reused)]).toEqual([422, 'request/key-reused']);
    await kim.api.deleteChat({ params: { accountId: kim.accountId, id: thread } });
    expect(codeIn(await ask(kim, 'Begin', 'k1'))).toBe('chat/unknown');
    await expect.poll(() => creditsOf(kim)).toBe(18);
  });
});

describe('incomplete answer', () => {
  const lastOf = (body: string) => partsOf(body).at(-1);

  test('ends with the error code after a failure, and without an error after a stop', async () => {
    const lea = product.person('once-lea');
    script.set('Fail', () => 400);
    expect(lastOf((await post(lea, 'Fail')).body)).toEqual({ type: 'error', value: 'model/refused' });
    const writing = Promise.withResolvers<void>();
    script.set('Ramble', () => (response) => {
      beginAnswer(response, 'Well');
      writing.resolve();
    });
    const thread = threadOf(await post(lea, 'Hello'));
    const answering = post(lea, 'Ramble', `/api/chat/${thread}`);
    await writing.promise;
    await product.send({ as: lea, method: 'DELETE', url: `/api/chat/${thread}/answer` });
    expect(lastOf((await answering).body)).toEqual({ type: 'finish_message', value: { finishReason: 'other' } });
  });

  test('ends with chat/interrupted when it is read from the log', async () => {
    const messageId = crypto.randomUUID();
    const [mia, threadId] = [product.person('once-mia').accountId, crypto.randomUUID()];
    const commands = createCommandHandler(product.engines.events);
    const actor = { accountId: mia, roles: [] };
    const execute = (command: ThreadCommand) =>
      commands.execute(threadStream, threadId, [command], { actorId: mia, now: new Date().toISOString(), commandId: crypto.randomUUID() });
    const asked = { text: 'Hi', replaces: null, itineraryId: null, actor };
    await execute({ type: 'SendMessage', messageId: crypto.randomUUID(), answerId: messageId, ...asked });
    await execute({ type: 'WriteAnswer', messageId, lines: '0:"Bom"\n' });
    await execute({ type: 'InterruptAnswer', messageId, silentSince: '9999-12-31T00:00:00.000Z' });
    const lines = await Array.fromAsync(answerLinesFromLog(product.engines.events, threadId, messageId));
    expect(partsOf(lines.join('')).map(({ value }) => value)).toEqual(['Bom', 'chat/interrupted']);
  });
});

describe.each(['moderator', 'admin'] as const)('assistant of a person with the role %s', (role) => {
  test('neither reads nor changes a private story of somebody else', async () => {
    const [staff, ada] = [product.person(`staff-${role}`, role), product.person('ada')];
    const { id } = await ada.api.createItinerary({ body: { title: 'Undisclosed', visibility: 'PRIVATE' } });
    let told = '';
    script.set(`Rename for ${role}`, (messages) => {
      told = JSON.stringify(messages);
      if (toolResultsIn(messages).length > 0) return 'Done.';
      return { calls: ['update_itinerary', 'add_day'].map((name) => [name, { itineraryId: id, title: 'Taken' }]) };
    });
    const answer = await post(staff, `Rename for ${role}`, `/api/chat?itineraryId=${id}`);
    expect(answer.statusCode).toBe(200);
    expect(told).not.toContain('Undisclosed');
    expect((await ada.api.getItinerary({ params: { id } })).title).toBe('Undisclosed');
  });
});

describe('assistant tools', () => {
  test("write the user's itinerary with suggested stops at looked-up places", async () => {
    const ada = product.person('ada');
    script.set('Plan Lisbon', (messages) => {
      const results = toolResultsIn(messages) as { id: string; candidates?: { placeId: string }[] }[]; // as: results of the tools below
      const [trip, day, found] = results;
      if (!trip) return { calls: [['create_itinerary', { title: 'Lisbon', shortDescription: null }]] };
      if (!day) return { calls: [['add_day', { itineraryId: trip.id, title: 'Old town' }]] };
      if (!found) return { calls: [['lookup_location', { query: 'Lisbon', itineraryId: trip.id }]] };
      const placeId = found.candidates?.[0]?.placeId;
      if (results.length === 3) return { calls: [['add_stop', { itineraryId: trip.id, dayId: day.id, placeId, title: 'Lisbon' }]] };
      return 'Done.';
    });
    const answer = await post(ada, 'Plan Lisbon');
    const results = partsOf(answer.body).flatMap((part) => (part.type === 'tool_result' ? [part.value.result] : []));
    expect(results.at(-1)).toMatchObject({ state: 'SUGGESTED', place: { name: 'Lisbon', source: 'GAZETTEER' }, kmFromDay: null });
    const { id } = results[0] as { id: string }; // as: result of create_itinerary
    const { visibility, stops } = await ada.api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
    expect({ visibility, stops }).toMatchObject({ visibility: 'PRIVATE', stops: [{ title: 'Lisbon', state: 'SUGGESTED', origin: 'ASSISTANT' }] });
    const [, spoken] = await messagesIn(ada, threadOf(answer));
    expect(spoken?.toolInvocations.map(({ toolName, state }) => [toolName, state])).toEqual(
      ['create_itinerary', 'add_day', 'lookup_location', 'add_stop'].map((name) => [name, 'result']),
    );
  });

  test('that create an itinerary link it to the thread, and the next prompt contains it', async () => {
    const finn = product.person('finn');
    const told: string[] = [];
    script.set('Plan Porto', (messages) => (toolResultsIn(messages).length > 0 ? 'Done.' : { calls: [['create_itinerary', { title: 'Porto' }]] }));
    script.set('What is open?', (messages) => {
      told.push(messages[0]?.content ?? '');
      return 'This.';
    });
    const thread = threadOf(await post(finn, 'Plan Porto'));
    const [itinerary] = (await finn.api.listItineraries({ query: {} })).items;
    const listed = () =>
      finn.api.listChats({ params: { accountId: finn.accountId }, query: { filter: JSON.stringify({ itineraryId: itinerary?.id }) } });
    await expect.poll(async () => (await listed()).items).toMatchObject([{ threadId: thread, itineraryId: itinerary?.id }]);
    await post(finn, 'What is open?', `/api/chat/${thread}`);
    expect(told).toEqual([expect.stringContaining(`"id":"${itinerary?.id}"`)]);
  });

  test.each([
    [
      'a place that nobody looked up',
      'add_stop',
      { placeId: crypto.randomUUID(), title: 'Atlantis', dayId: crypto.randomUUID() },
      'place/not-looked-up',
    ],
    ['invalid arguments', 'add_stop', { title: 'Atlantis' }, 'tool/bad-arguments'],
    ["somebody else's itinerary", 'update_itinerary', { title: 'Mine now' }, 'itinerary/unknown'],
  ])('refuse %s, and the model receives the error code', async (_, name, args, code) => {
    const [ada, bob] = [product.person('ada'), product.person('bob')];
    const { id } = await bob.api.createItinerary({ body: { title: 'Private', visibility: 'PRIVATE' } });
    script.set(`Try ${code}`, (messages) =>
      toolResultsIn(messages).length > 0 ? 'I could not.' : { calls: [[name, { itineraryId: id, ...args }]] },
    );
    const results = partsOf((await post(ada, `Try ${code}`)).body).flatMap((part) => (part.type === 'tool_result' ? [part.value.result] : []));
    expect(results).toMatchObject([{ error: { code } }]);
    expect((await bob.api.getItinerary({ params: { id } })).title).toBe('Private');
  });
});

const cutInWord: ScriptedAnswer = (response) => {
  beginAnswer(response, 'Hel');
  setImmediate(() => response.destroy());
};

describe('chat turn', () => {
  test.each<[string, ScriptedAnswer, string]>([
    ['away', 500, 'model/away'],
    ['busy', 429, 'model/busy'],
    ['refusing', 401, 'model/refused'],
    ['disconnected within a word', cutInWord, 'model/broken'],
  ])('costs no credit when the provider is %s, and the thread continues', async (name, say, code) => {
    const carl = product.person(`carl-${name}`);
    script.set(`Be ${name}`, () => say);
    const answer = await post(carl, `Be ${name}`);
    expect(partsOf(answer.body).at(-1)).toEqual({ type: 'error', value: code });
    await expect.poll(() => creditsOf(carl)).toBe(20);
    expect((await messagesIn(carl, threadOf(answer))).at(-1)?.annotations).toEqual([{ type: 'outcome', outcome: 'FAILED', code }]);
    expect((await post(carl, 'Hello', `/api/chat/${threadOf(answer)}`)).statusCode).toBe(200);
  });

  test('without credits answers 402 before a request to the model', async () => {
    const dora = product.person('dora');
    for (let turn = 0; turn < 20; turn++) await post(dora, `Turn ${turn}`);
    await expect.poll(() => creditsOf(dora)).toBe(0);
    const answer = await post(dora, 'One more');
    expect([answer.statusCode, codeIn(answer)]).toEqual([402, 'credit/none-left']);
    // A stream has no position header, so the list is polled.
    await expect.poll(async () => (await dora.api.listChats({ params: { accountId: dora.accountId } })).total).toBe(20);
  });
});

describe('running answer', () => {
  test('blocks other messages, is readable from its beginning, and ends when stopped', async () => {
    const eve = product.person('eve');
    const asked = Promise.withResolvers<void>();
    script.set('Take your time', () => (response) => {
      beginAnswer(response, 'Well');
      asked.resolve();
    });
    const thread = threadOf(await post(eve, 'Hello'));
    const answering = post(eve, 'Take your time', `/api/chat/${thread}`);
    await asked.promise;
    // The model is called while the question is being stored, so the event is polled.
    const begun = async () => (await product.engines.events.read(threadStreamName(thread))).filter(({ type }) => type === 'AnswerBegun');
    await expect.poll(begun).toHaveLength(2);
    expect(codeIn(await post(eve, 'Now', `/api/chat/${thread}`))).toBe('chat/turn-running');
    const resumed = product.send({ as: eve, method: 'GET', url: `/api/chat?chatId=${thread}` });
    await expect.poll(async () => (await product.engines.events.read(threadStreamName(thread))).at(-1)?.type).toBe('AnswerWritten');
    // A running answer is read separately, so the list omits it.
    expect((await messagesIn(eve, thread)).at(-1)).toMatchObject({ role: 'user', content: 'Take your time' });
    expect((await product.send({ as: eve, method: 'DELETE', url: `/api/chat/${thread}/answer` })).statusCode).toBe(204);
    const [first, second] = [await answering, await resumed];
    expect(second.body).toBe(first.body);
    expect(partsOf(first.body).map(({ type }) => type)).toEqual(['start_step', 'text', 'finish_message']);
    expect((await messagesIn(eve, thread)).at(-1)?.annotations).toEqual([{ type: 'outcome', outcome: 'STOPPED', code: null }]);
    // The answer has content, so its credit is settled.
    await expect.poll(() => creditsOf(eve)).toBe(18);
    expect((await post(eve, 'Go on', `/api/chat/${thread}`)).statusCode).toBe(200);
  });

  test('is begun by one of three concurrent messages, and the others answer 409 without charge', async () => {
    const fay = product.person('fay');
    const thread = threadOf(await post(fay, 'Hello'));
    const answers = await Promise.all([1, 2, 3].map((tab) => post(fay, `From tab ${tab}`, `/api/chat/${thread}`)));
    const [taken, ...refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(taken?.statusCode).toBe(200);
    expect(refused.map(({ statusCode, body }) => [statusCode, body.includes('From tab')])).toEqual([
      [409, false],
      [409, false],
    ]);
    await expect.poll(() => creditsOf(fay)).toBe(18);
    expect((await messagesIn(fay, thread)).map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });
});

describe('continuing a thread', () => {
  const goOn = (as: Person, threadId: string) => product.send({ as, method: 'POST', url: `/api/chat/${threadId}/continuation` });

  test.each<[string, ScriptedAnswer, string]>([
    ['failed', 500, 'FAILED'],
    ['broke off', cutInWord, 'FAILED'],
  ])('after an answer that %s answers the same message again for one credit', async (name, say, outcome) => {
    const fay = product.person(`fay-${name}`);
    const told: ProviderMessage[][] = [];
    script.set(`Try to ${name}`, (messages) => {
      told.push([...messages]);
      return told.length === 1 && name === 'broke off' ? say : told.at(-1)?.at(-1)?.role === 'system' ? 'There you are.' : say;
    });
    const thread = threadOf(await post(fay, `Try to ${name}`));
    await expect.poll(() => creditsOf(fay)).toBe(20);
    const answer = await goOn(fay, thread);
    expect([answer.statusCode, threadOf(answer)]).toEqual([200, thread]);
    const messages = await messagesIn(fay, thread);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', `Try to ${name}`],
      ['assistant', name === 'broke off' ? 'Hel' : ''],
      ['assistant', 'There you are.'],
    ]);
    expect(messages[1]?.annotations).toMatchObject([{ outcome }]);
    expect(told.at(-1)?.map(({ role }) => role)).toEqual(['system', 'user', ...(name === 'broke off' ? ['assistant'] : []), 'system']);
    await expect.poll(() => creditsOf(fay)).toBe(19);
  });

  test('keeps earlier tool results and repeats no tool call', async () => {
    const gil = product.person('gil');
    let isAway = true;
    script.set('Plan and fail', (messages) => {
      if (toolResultsIn(messages).length === 0) return { calls: [['create_itinerary', { title: 'Once' }]] };
      return isAway ? 500 : 'Planned.';
    });
    const thread = threadOf(await post(gil, 'Plan and fail'));
    isAway = false;
    expect((await goOn(gil, thread)).statusCode).toBe(200);
    expect((await messagesIn(gil, thread)).at(-1)).toMatchObject({ content: 'Planned.', toolInvocations: [] });
    await expect.poll(async () => (await gil.api.listItineraries({ query: { filter: JSON.stringify({ accountId: gil.accountId }) } })).total).toBe(1);
  });

  test('answers 422 without an incomplete answer, and 404 in a thread of another account', async () => {
    const [hal, bob] = [product.person('hal'), product.person('bob')];
    const thread = threadOf(await post(hal, 'Hello'));
    const whole = await goOn(hal, thread);
    expect([whole.statusCode, codeIn(whole)]).toEqual([422, 'chat/nothing-to-go-on-with']);
    await expect.poll(() => creditsOf(hal)).toBe(19);
    const theirs = await goOn(bob, thread);
    expect([theirs.statusCode, codeIn(theirs)]).toEqual([404, 'chat/unknown']);
  });
});

describe('rewritten message', () => {
  test('replaces the old message and everything after it, for readers and the model', async () => {
    const ida = product.person('ida');
    const thread = threadOf(await post(ida, 'One'));
    await post(ida, 'Two', `/api/chat/${thread}`);
    await post(ida, 'Three', `/api/chat/${thread}`);
    const [, , two] = await messagesIn(ida, thread);
    let told: readonly ProviderMessage[] = [];
    script.set('Two, better', (messages) => {
      told = messages;
      return 'Better.';
    });
    expect((await post(ida, 'Two, better', `/api/chat/${thread}`, { replaces: two?.id })).statusCode).toBe(200);
    const said = ['One', 'You said: One', 'Two, better', 'Better.'];
    expect((await messagesIn(ida, thread)).map(({ content }) => content)).toEqual(said);
    expect(told.slice(1).map(({ content }) => content)).toEqual(said.slice(0, -1));
    await expect.poll(() => creditsOf(ida)).toBe(16);
    const again = await post(ida, 'Two, again', `/api/chat/${thread}`, { replaces: two?.id });
    expect([again.statusCode, codeIn(again)]).toEqual([404, 'chat/message-unknown']);
  });

  test("must belong to the caller's thread, and a refusal changes nothing", async () => {
    const [jan, bob] = [product.person('jan'), product.person('bob')];
    const thread = threadOf(await post(jan, 'One'));
    const other = threadOf(await post(jan, 'Elsewhere'));
    const [question, answer] = await messagesIn(jan, thread);
    for (const [as, url, replaces, code] of [
      [jan, `/api/chat/${thread}`, answer?.id, 'chat/message-unknown'],
      [jan, `/api/chat/${other}`, question?.id, 'chat/message-unknown'],
      [jan, '/api/chat', question?.id, 'chat/message-unknown'],
      [bob, `/api/chat/${thread}`, question?.id, 'chat/unknown'],
    ] as const) {
      const refused = await post(as, 'Mine', url, { replaces });
      expect([refused.statusCode, codeIn(refused)]).toEqual([404, code]);
    }
    expect((await messagesIn(jan, thread)).map(({ content }) => content)).toEqual(['One', 'You said: One']);
    await expect.poll(() => creditsOf(jan)).toBe(18);
  });
});
