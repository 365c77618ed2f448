import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { workflowsOn } from '@waystory/infra/workflows/port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';
import { billingService } from '../service.ts';
import { type CreditCommand, creditStream } from './credit.ts';
import { expiryActivities } from './reservation-expiry.activities.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct([billingService]);
});
afterAll(() => product.stop());

/** A ledger with a reservation of that age and no live owner. */
async function reserved(minutesAgo: number) {
  const commands = createCommandHandler(product.engines.events);
  const [accountId, reservationId] = [newId(), newId()];
  const execute = (command: CreditCommand, now = new Date().toISOString()): Promise<unknown> =>
    commands.execute(creditStream, accountId, [command], { actorId: null, now, commandId: newId() });
  await execute(
    { type: 'ReserveCredits', accountId, reservationId, credits: 1, threadId: null },
    new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  );
  const ledger = async (): Promise<[state: string | undefined, balance: number]> => {
    const { reservations, balance } = (await commands.load(creditStream, accountId)).state;
    return [reservations[reservationId]?.state, balance];
  };
  const expiry = (): Promise<unknown> => workflowsOn(product.engines.workflows).status(`credit-reservation:${accountId}:${reservationId}`);
  return { accountId, reservationId, execute, ledger, expiry, commands };
}

test('reservation expiry returns an abandoned reservation', async () => {
  const { ledger, expiry } = await reserved(7);
  await expect.poll(ledger).toEqual(['RELEASED', 20]);
  await expect.poll(expiry).toBe('completed');
});

test('reservation expiry leaves a reservation alone while its owner may still settle it', async () => {
  const { ledger, expiry } = await reserved(1);
  await expect.poll(expiry).toBe('running');
  expect(await ledger()).toEqual(['OPEN', 19]);
});

test('reservation expiry leaves a settled reservation spent, however often it runs', async () => {
  const { accountId, reservationId, execute, ledger, commands } = await reserved(1);
  await execute({ type: 'SettleCredits', accountId, reservationId });
  const { releaseReservation } = expiryActivities({ commands });
  for (let time = 0; time < 2; time++) await releaseReservation({ accountId, reservationId, expiresAt: new Date().toISOString() });
  expect(await ledger()).toEqual(['SETTLED', 19]);
});
