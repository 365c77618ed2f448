import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { workflowsOn } from '@waystory/infra/workflows/port.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';
import { accountsService } from '../service.ts';
import { accountStream } from './account.ts';
import { suspensionActivities } from './suspension.activities.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct([accountsService]);
});
afterAll(() => product.stop());

const moderator = { accountId: newId(), roles: ['moderator'] } as const;

/** An account suspended until this many milliseconds from now. */
async function suspended(milliseconds: number) {
  const commands = createCommandHandler(product.engines.events);
  const accountId = newId();
  const change = async (changes: { suspended: boolean; suspendedUntil?: string | null }): Promise<number> => {
    const context = { actorId: moderator.accountId, now: new Date().toISOString(), commandId: newId(), role: 'moderator' };
    return (await commands.execute(accountStream, accountId, [{ type: 'UpdateAccount', accountId, changes, actor: moderator }], context)).version;
  };
  const until = new Date(Date.now() + milliseconds).toISOString();
  const version = await change({ suspended: true, suspendedUntil: until });
  const standing = async (): Promise<boolean> => (await commands.load(accountStream, accountId)).state.suspension !== null;
  const run = (): Promise<unknown> => workflowsOn(product.engines.workflows).status(`suspension:${accountId}:${version}`);
  return { accountId, version, until, change, standing, run, commands };
}

describe('suspension of an account', () => {
  test('with an end time ends once by itself, without an actor', async () => {
    const { accountId, version, until, standing, run, commands } = await suspended(700);
    expect(await standing()).toBe(true);
    await expect.poll(run, { timeout: 20_000 }).toBe('completed');
    expect(await standing()).toBe(false);
    const { endSuspension } = suspensionActivities({ commands });
    await endSuspension({ accountId, version, until });
    const events = await product.engines.events.read(`account-${accountId}`);
    expect(events.map(({ type }) => type)).toEqual(['AccountSuspended', 'AccountReinstated']);
    expect(events[1]?.meta).toMatchObject({ actorId: null, cause: `suspension:${version}` });
    expect((events[1]?.at ?? '') >= until).toBe(true);
  });

  test('that is extended is in force after its first end', async () => {
    const { change, standing, run } = await suspended(3_000);
    await expect.poll(run, { timeout: 20_000 }).toBe('running');
    await change({ suspended: true, suspendedUntil: new Date(Date.now() + 3_600_000).toISOString() });
    await expect.poll(run, { timeout: 20_000 }).toBe('completed');
    expect(await standing()).toBe(true);
  });

  test('that was lifted and set again ignores the end of the first suspension', async () => {
    const { change, standing, run } = await suspended(3_000);
    await expect.poll(run, { timeout: 20_000 }).toBe('running');
    await change({ suspended: false });
    await change({ suspended: true });
    await expect.poll(run, { timeout: 20_000 }).toBe('completed');
    expect(await standing()).toBe(true);
  });

  test('without an end time starts no timer', async () => {
    const { accountId, change } = await suspended(3_600_000);
    const version = await change({ suspended: true, suspendedUntil: null });
    // Events are handled in order, so a running timer of a later suspension proves that the earlier event was handled.
    const { run } = await suspended(3_600_000);
    await expect.poll(run, { timeout: 20_000 }).toBe('running');
    expect(await workflowsOn(product.engines.workflows).status(`suspension:${accountId}:${version}`)).toBeNull();
  });
});
