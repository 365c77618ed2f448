import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { createCredits, isPaid } from '../credits.ts';
import { type ThreadCommand, threadStream } from '../thread/thread.ts';
import { watchActivities } from './answer-watch.activities.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct(contextsWithAssistant);
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

test.each([
  ['FINISHED', true, true],
  ['FINISHED', false, true],
  ['STOPPED', true, true],
  ['STOPPED', false, false],
  ['FAILED', true, false],
  ['INTERRUPTED', true, false],
  [null, true, false],
] as const)('Answer that ended as %s, begun: %s, is paid: %s', (outcome, isBegun, paid) => {
  expect(isPaid(outcome, isBegun)).toBe(paid);
});

describe('watched answer', () => {
  /** Begins an answer with a reserved credit, and executes these commands, all dated this many seconds ago. */
  async function answerOf(secondsAgo: number, ...then: ((messageId: string) => ThreadCommand)[]) {
    const { host, engines } = product;
    const commands = createCommandHandler(engines.events);
    const [threadId, answerId] = [newId(), newId()];
    await createCredits(host.clientFor, engines.events).reserve(ada.accountId, answerId, threadId);
    const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const sent: ThreadCommand = { type: 'SendMessage', messageId: newId(), answerId, text: 'Hello', replaces: null, itineraryId: null, actor: ada };
    for (const command of [sent, ...then.map((make) => make(answerId))])
      await commands.execute(threadStream, threadId, [command], { actorId: ada.accountId, now: at, commandId: newId() });
    const { lookAtAnswer } = watchActivities({ commands, clientFor: host.clientFor, engines });
    const look = (isLast = false) => lookAtAnswer({ threadId, answerId, accountId: ada.accountId, isLast });
    const running = async () => (await commands.load(threadStream, threadId)).state?.running ?? null;
    return { look, running };
  }
  const credits = async (): Promise<number | null> => (await ada.api.getMyAccount({})).credits;

  test('with a recent heartbeat continues, and is ended by the last check', async () => {
    const { look, running } = await answerOf(5);
    expect([await look(), (await running()) === null]).toEqual([false, false]);
    expect([await look(true), (await running()) === null]).toEqual([true, true]);
    await expect.poll(credits).toBe(20);
  });

  test('without a heartbeat for ten seconds is ended, and its credit is released once', async () => {
    const { look, running } = await answerOf(10, (messageId) => ({ type: 'WriteAnswer', messageId, lines: '0:"Well"\n' }));
    expect([await look(), await running(), await look()]).toEqual([true, null, true]);
    await expect.poll(credits).toBe(20);
  });

  test('that ended before its process died has its credit settled once', async () => {
    const { look } = await answerOf(1, (messageId) => ({ type: 'EndAnswer', messageId, outcome: 'FINISHED', code: null, changes: [] }));
    expect(await look()).toBe(true);
    expect(await look()).toBe(true);
    await expect.poll(credits).toBe(19);
  });
});

describe('abandoned answer', () => {
  test('is ended by the watching workflow, and its credit is released', async () => {
    const { host, engines } = product;
    const bob = product.person('bob');
    await bob.api.createAccount({});
    const commands = createCommandHandler(engines.events);
    const [threadId, answerId] = [newId(), newId()];
    await createCredits(host.clientFor, engines.events).reserve(bob.accountId, answerId, threadId);
    const sent: ThreadCommand = { type: 'SendMessage', messageId: newId(), answerId, text: 'Hello', replaces: null, itineraryId: null, actor: bob };
    const now = new Date(Date.now() - 60_000).toISOString();
    await commands.execute(threadStream, threadId, [sent], { actorId: bob.accountId, now, commandId: newId() });
    const running = async () => (await commands.load(threadStream, threadId)).state?.running;
    await expect.poll(running, { timeout: 15_000 }).toBeNull();
    await expect.poll(async () => (await bob.api.getMyAccount({})).credits).toBe(20);
  }, 20_000);
});
