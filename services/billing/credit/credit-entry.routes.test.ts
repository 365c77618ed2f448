import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { reservationRoutes } from '@waystory/proto/billing/reservation.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { billingService } from '../service.ts';
import { type CreditCommand, creditStream } from './credit.ts';

let product: TestProduct;
let admin: Person;
beforeAll(async () => {
  product = await testProduct([...defaultContexts, billingService]);
  admin = product.person('root', 'admin');
});
afterAll(() => product.stop());

async function someone(name: string): Promise<Person> {
  const person = product.person(name);
  await person.api.createAccount({});
  return person;
}
const entriesOf = async ({ api, accountId }: Person) => (await api.listCredits({ params: { accountId } })).items;

test('GET credits lists the purpose of each entry and the balance after it, newest first', async () => {
  const ada = await someone('ada');
  expect([await entriesOf(ada), (await ada.api.getMyAccount({})).credits]).toEqual([[], 20]);
  const ledger = product.host.clientFor(reservationRoutes, { accountId: newId(), roles: ['admin'] });
  const [spent, returned, threadId] = [newId(), newId(), newId()];
  for (const id of [spent, returned]) await ledger.reserveCredits({ params: { accountId: ada.accountId, id }, body: { credits: 1, threadId } });
  await ledger.closeReservation({ params: { accountId: ada.accountId, id: spent }, body: { state: 'SETTLED' } });
  await ledger.closeReservation({ params: { accountId: ada.accountId, id: returned }, body: { state: 'RELEASED' } });
  await expect
    .poll(async () => (await entriesOf(ada)).map(({ kind, credits, balance, threadId: of }) => [kind, credits, balance, of]))
    .toEqual([
      ['TURN_RETURNED', 1, 19, threadId],
      ['TURN', -1, 18, threadId],
      ['TURN', -1, 19, threadId],
      ['BEGINNING', 20, 20, null],
    ]);
});

test('GET credits keeps entries of the same moment in ledger order, also across pages', async () => {
  const bob = await someone('bob');
  const commands = createCommandHandler(product.engines.events);
  const orderId = newId();
  const follow: CreditCommand = { type: 'FollowOrder', accountId: bob.accountId, orderId, asOf: 4, credits: 50, refunded: 30, disputed: 20 };
  await commands.execute(creditStream, bob.accountId, [follow], { actorId: null, now: new Date().toISOString(), commandId: newId() });
  await expect
    .poll(async () => (await entriesOf(bob)).map(({ kind, balance, orderId: of }) => [kind, balance, of]))
    .toEqual([
      ['DISPUTE', 20, orderId],
      ['REFUND', 40, orderId],
      ['PURCHASE', 70, orderId],
      ['BEGINNING', 20, null],
    ]);
  const [first, second] = await Promise.all(
    [1, 2].map((page) => bob.api.listCredits({ params: { accountId: bob.accountId }, query: { limit: 2, page } })),
  );
  expect([first, second].map((page) => page?.items.map(({ kind }) => kind))).toEqual([
    ['DISPUTE', 'REFUND'],
    ['PURCHASE', 'BEGINNING'],
  ]);
  expect(first?.total).toBe(4);
});

test('POST credit correction by an admin needs a reason, applies once per key and names the admin', async () => {
  const carl = await someone('carl');
  const url = `/api/accounts/${carl.accountId}/credits`;
  const correct = (payload: object, key: string, as = admin) =>
    product.send({ method: 'POST', url, as, payload, headers: { 'idempotency-key': key } });
  const [one, again] = [
    await correct({ credits: 5, reason: 'For a broken answer' }, 'a'),
    await correct({ credits: 5, reason: 'For a broken answer' }, 'a'),
  ];
  expect([one.statusCode, again.json()]).toEqual([201, one.json()]);
  expect(one.json()).toMatchObject({ kind: 'CORRECTION', credits: 5, balance: 25, reason: 'For a broken answer', orderId: null });
  expect((await correct({ credits: -30, reason: 'Given twice' }, 'b')).json()).toMatchObject({ credits: -30, balance: -5 });
  await expect.poll(async () => (await entriesOf(carl))[0]).toMatchObject({ kind: 'CORRECTION', credits: -30, balance: -5, reason: 'Given twice' });
  expect((await entriesOf(carl))[1]).toEqual(one.json());
  await expect.poll(async () => (await carl.api.getMyAccount({})).credits).toBe(-5);
  const filter = JSON.stringify({ action: 'CreditsCorrected', subjectId: carl.accountId });
  await expect
    .poll(async () => (await admin.api.listAudit({ query: { filter } })).items.map(({ actorId, fields }) => [actorId, fields.toSorted()]))
    .toEqual([
      [admin.accountId, ['credits', 'reason']],
      [admin.accountId, ['credits', 'reason']],
    ]);
  for (const payload of [
    { credits: 0, reason: 'x' },
    { credits: 1.5, reason: 'x' },
    { credits: 1, reason: ' ' },
    { credits: 200_000, reason: 'x' },
    { credits: 1 },
  ])
    expect((await correct(payload, newId())).statusCode).toBe(400);
  expect((await correct({ credits: 1, reason: 'x' }, 'c', carl)).statusCode).toBe(403);
  const nobody = await product.send({ method: 'POST', url: `/api/accounts/${newId()}/credits`, as: admin, payload: { credits: 1, reason: 'x' } });
  expect(nobody.json().code).toBe('account/unknown');
});
