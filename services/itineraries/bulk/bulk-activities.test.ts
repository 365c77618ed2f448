import { type BulkActivities, bulkActivities } from '@waystory/infra/bulk/bulk-activities.ts';
import { type JobCommand, jobStream } from '@waystory/infra/bulk/bulk-job.ts';
import { type CommandHandler, createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { targets } from './bulk.routes.ts';

let product: TestProduct;
let ada: Person;
let admin: Person;
let commands: CommandHandler;
let activities: BulkActivities;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  admin = product.person('root', 'admin');
  commands = createCommandHandler(product.engines.events);
  activities = bulkActivities(targets, {
    commands,
    reads: (after, principal = systemPrincipal) => product.host.readSide.forRequest(principal, after),
  });
});
afterAll(() => product.stop());

/** Starts a job that no worker takes; the test runs its steps itself. */
async function job(words: string, more: Partial<Extract<JobCommand, { type: 'StartJob' }>['plan']> = {}) {
  const jobId = newId();
  const filter = JSON.stringify({ title: { startsWith: words } });
  const asked = { context: 'nowhere', collection: 'itineraries', operation: 'PATCH', filter, changes: '{"hidden":true}', matched: 0 } as const;
  const plan = { accountId: admin.accountId, roles: ['admin'], ...asked, ...more };
  const context = { actorId: admin.accountId, now: new Date().toISOString(), commandId: newId() };
  const { position } = await commands.execute(jobStream, jobId, [{ type: 'StartJob', plan }], context);
  const state = async () => (await commands.load(jobStream, jobId)).state?.job ?? expect.fail('there is no such job');
  return { jobId, position, state };
}
const stories = (words: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => ada.api.createItinerary({ body: { title: `${words} ${index}` } })));
const eventsOf = async (id: string, type: string): Promise<number> =>
  (await product.engines.events.read(`itinerary-${id}`)).filter((event) => event.type === type).length;

test('A repeated page of a bulk job writes nothing twice and is counted once', async () => {
  await stories('Again', 6);
  const { jobId, position, state } = await job('Again');
  const ids = await activities.nextPage({ jobId, position, after: null });
  expect(ids.toSorted()).toEqual(ids);
  expect(ids).toHaveLength(6);
  // As after a crash within a page: some items are done, but no progress is recorded.
  const inTheMiddle = { ...commands, execute: () => Promise.reject(new Error('killed')) };
  const reads = () => product.host.readSide.forRequest(systemPrincipal, position);
  await expect(bulkActivities(targets, { commands: inTheMiddle, reads }).applyPage({ jobId, page: 1, ids: ids.slice(0, 4) })).rejects.toThrow(
    'killed',
  );
  expect(await state()).toMatchObject({ done: 0, changed: 0 });
  await activities.applyPage({ jobId, page: 1, ids });
  await activities.applyPage({ jobId, page: 1, ids });
  expect(await state()).toMatchObject({ done: 6, changed: 6, failed: 0 });
  for (const id of ids) expect(await eventsOf(id, 'ItineraryHidden')).toBe(1);
  expect(await activities.nextPage({ jobId, position, after: ids.at(-1) ?? null })).toEqual([]);
  await activities.endJob({ jobId, code: null });
  await activities.endJob({ jobId, code: null });
  expect(await state()).toMatchObject({ state: 'completed' });
});

test('Items created after a bulk job began are in none of its pages', async () => {
  await stories('Later', 2);
  const { jobId, position } = await job('Later');
  const [last] = await stories('Later', 1);
  const head = await product.engines.events.head();
  expect(await activities.nextPage({ jobId, position: head, after: null })).toHaveLength(2);
  expect(await eventsOf(last?.id ?? '', 'ItineraryCreated')).toBe(1);
  expect(position).toBeLessThan(head);
});

test('A cancelled bulk job processes no further page and keeps the changes of earlier pages', async () => {
  await stories('Stopped', 3);
  const { jobId, position, state } = await job('Stopped');
  const ids = await activities.nextPage({ jobId, position, after: null });
  await activities.applyPage({ jobId, page: 1, ids });
  await admin.api.cancelJob({ params: { id: jobId } });
  await admin.api.cancelJob({ params: { id: jobId } });
  expect(await admin.api.getJob({ params: { id: jobId } })).toMatchObject({ state: 'cancelling', done: 3 });
  expect(await activities.nextPage({ jobId, position, after: null })).toEqual([]);
  await activities.endJob({ jobId, code: null });
  expect(await state()).toMatchObject({ state: 'cancelled', done: 3, changed: 3 });
  for (const id of ids) expect(await eventsOf(id, 'ItineraryHidden')).toBe(1);
});

test('A bulk job has the rights that its creator had at the request', async () => {
  const [own] = await stories('Rights', 1);
  const { jobId, position, state } = await job('Rights', { accountId: ada.accountId, roles: [], changes: '{"hidden":true}' });
  const ids = await activities.nextPage({ jobId, position, after: null });
  expect(ids).toEqual([own?.id]);
  await activities.applyPage({ jobId, page: 1, ids });
  expect(await state()).toMatchObject({ changed: 0, failed: 1, failures: [{ id: own?.id, code: 'itinerary/only-moderators' }] });
  const stranger = await job('Rights', { accountId: product.person('bob').accountId, roles: [] });
  expect(await activities.nextPage({ ...stranger, after: null })).toEqual([]);
});

test.each([
  ['a collection that was removed', { collection: 'days' }, 'job/unknown-collection'],
  ['a field that is no longer filterable', { filter: '{"mood":"good"}' }, 'job/filter'],
])('%s fails the bulk job without a retry', async (_, more, code) => {
  const { jobId, position } = await job('Unknown', more);
  await expect(activities.nextPage({ jobId, position, after: null })).rejects.toMatchObject({ name: 'FinalFailure', code });
});

test('A page of a bulk job that was never started fails without a retry', async () => {
  await expect(activities.nextPage({ jobId: newId(), position: 0, after: null })).rejects.toMatchObject({
    name: 'FinalFailure',
    code: 'job/unknown',
  });
});
