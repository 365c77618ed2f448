import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { creditsOf, isPaid } from '../credits.ts';
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
] as const)('an answer that ended as %s, begun: %s, is paid: %s', (outcome, isBegun, paid) => {
  expect(isPaid(outcome, isBegun)).toBe(paid);
});

describe('an answer whose writer', () => {
  /** An answer for which a credit is set aside, with what was done about it so many seconds ago. */
  async function answerOf(secondsAgo: number, ...then: ((messageId: string) => ThreadCommand)[]) {
    const { host, engines } = product;
    const commands = createCommandHandler(engines.events);
    const [threadId, answerId] = [newId(), newId()];
    await creditsOf(host.clientFor, engines.events).reserve(ada.accountId, answerId, threadId);
    const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const sent: ThreadCommand = { type: 'SendMessage', messageId: newId(), answerId, text: 'Hello', replaces: null, itineraryId: null, actor: ada };
    for (const command of [sent, ...then.map((make) => make(answerId))])
      await commands.execute(threadStream, threadId, [command], { actorId: ada.accountId, now: at, commandId: newId() });
    const { lookAtAnswer } = watchActivities({ commands, clientFor: host.clientFor, engines });
    const look = (isLast = false) => lookAtAnswer({ threadId, answerId, accountId: ada.accountId, isLast, isLate: isLast });
    const running = async () => (await commands.load(threadStream, threadId)).state?.running ?? null;
    return { look, running };
  }
  const credits = async (): Promise<number | null> => (await ada.api.getMyAccount({})).credits;

  test('is heard of is left alone, but not for ever', async () => {
    const { look, running } = await answerOf(5);
    expect([await look(), (await running()) === null]).toEqual([false, false]);
    expect([await look(true), (await running()) === null]).toEqual([true, true]);
    await expect.poll(credits).toBe(20);
  });

  test('is gone ends, what was written stays, and the credit comes back, however often it is looked at', async () => {
    const { look, running } = await answerOf(10, (messageId) => ({ type: 'WriteAnswer', messageId, lines: '0:"Well"\n' }));
    expect([await look(), await running(), await look()]).toEqual([true, null, true]);
    await expect.poll(credits).toBe(20);
  });

  test('ended it is accounted for, though the process went before that', async () => {
    const { look } = await answerOf(1, (messageId) => ({ type: 'EndAnswer', messageId, outcome: 'FINISHED', code: null, changes: [] }));
    expect(await look()).toBe(true);
    expect(await look()).toBe(true);
    await expect.poll(credits).toBe(19);
  });
});

describe('an answer that nobody watches', () => {
  test('is watched as soon as the log tells of it: it ends, and its credit comes back', async () => {
    const { host, engines } = product;
    const bob = product.person('bob');
    await bob.api.createAccount({});
    const commands = createCommandHandler(engines.events);
    const [threadId, answerId] = [newId(), newId()];
    await creditsOf(host.clientFor, engines.events).reserve(bob.accountId, answerId, threadId);
    const sent: ThreadCommand = { type: 'SendMessage', messageId: newId(), answerId, text: 'Hello', replaces: null, itineraryId: null, actor: bob };
    const now = new Date(Date.now() - 60_000).toISOString();
    await commands.execute(threadStream, threadId, [sent], { actorId: bob.accountId, now, commandId: newId() });
    const running = async () => (await commands.load(threadStream, threadId)).state?.running;
    await expect.poll(running, { timeout: 15_000 }).toBeNull();
    await expect.poll(async () => (await bob.api.getMyAccount({})).credits).toBe(20);
  }, 20_000);

  test('and that has not begun yet keeps its credit for a while, and no longer', async () => {
    const { host, engines } = product;
    const carl = product.person('carl');
    await carl.api.createAccount({});
    const { lookAtAnswer } = watchActivities({ commands: createCommandHandler(engines.events), clientFor: host.clientFor, engines });
    const answer = { threadId: newId(), answerId: newId(), accountId: carl.accountId, isLast: false };
    await creditsOf(host.clientFor, engines.events).reserve(carl.accountId, answer.answerId, answer.threadId);
    const credits = async () => (await carl.api.getMyAccount({})).credits;
    expect(await lookAtAnswer({ ...answer, isLate: false })).toBe(false);
    await expect.poll(credits).toBe(19);
    expect(await lookAtAnswer({ ...answer, isLate: true })).toBe(true);
    await expect.poll(credits).toBe(20);
  });
});
