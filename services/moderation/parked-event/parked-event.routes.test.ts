import type { DeadLetters } from '@waystory/infra/dead-letters/port.ts';
import { defineService } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { boardProjection, newEvent, type RefusedText } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';

const refusing: RefusedText = { text: 'bad' };
/** A context whose projection fails on notes with the text `refusing.text`. */
const boards = defineService({ name: 'boards', streams: [], routes: [], projections: [boardProjection(refusing)], reactors: () => [], errors: {} });
const consumer = 'boards@1001';

let product: TestProduct;
let admin: Person;
let deadLetters: DeadLetters;
beforeAll(async () => {
  product = await testProduct([...defaultContexts, boards]);
  ({ deadLetters } = product.engines);
  admin = product.person('admin', 'admin');
  await admin.api.createAccount({});
});
afterAll(() => product.stop());
beforeEach(() => {
  refusing.text = 'bad';
});

const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, as: Person | null = admin, headers: Record<string, string> = {}) =>
  product.send({ method, url: `/api/parked-events${path}`, ...(as && { as }), headers });
const listed = async (query = `?consumer=${consumer}`) => (await ask('GET', query)).json();
const note = async (id: string) => (await product.engines.projections.get('note@1001', [id]))[0]?.text;
const audited = async (action: string, subjectId: string) =>
  (await admin.api.listAudit({ query: { filter: JSON.stringify({ action, subjectId }) } })).items;

/** Appends an event that fails and one that waits behind it; returns the ids of both parked events. */
async function poison(id: string): Promise<[string, string]> {
  const bad = newEvent({ stream: `note-${id}`, type: 'NotePinned', data: { noteId: id, boardId: 'b', text: 'bad' } });
  const next = newEvent({ stream: `note-${id}`, type: 'NoteEdited', data: { noteId: id, text: 'second' } });
  await product.engines.events.append(`note-${id}`, 0, [bad, next]);
  const ofStream = async () => (await deadLetters.list({ consumer, limit: 100 })).filter(({ record }) => record.event.stream === `note-${id}`);
  await expect.poll(async () => (await ofStream()).length).toBe(2);
  const [first, second] = await ofStream();
  return [first?.id ?? '', second?.id ?? ''];
}

describe('parked event', () => {
  test('is listed with its error, and its details have its data', async () => {
    const [first] = await poison('n1');
    const { items, consumers, total } = await listed();
    expect(items).toMatchObject([
      { id: first, consumer, stream: 'note-n1', version: 1, type: 'NotePinned', error: 'Error: cannot take bad' },
      { type: 'NoteEdited', version: 2, error: null },
    ]);
    expect({ consumers, total }).toEqual({ consumers: [{ consumer, events: 2 }], total: 2 });
    expect((await listed('?limit=1')).items).toHaveLength(1);
    expect((await listed('?consumer=nobody')).items).toEqual([]);
    const detail = (await ask('GET', `/${first}`)).json();
    expect(detail).toMatchObject({ ...items[0], actorId: null, cause: null, data: { noteId: 'n1', boardId: 'b', text: 'bad' }, withheld: [] });
  });

  test('omits personal data from its details', async () => {
    const accountId = newId();
    const data = { accountId, changes: { aboutMe: 'I live in Lisbon', avatarUrl: null } };
    const event = { ...newEvent({ stream: `account-${accountId}`, type: 'AccountUpdated', data, schema: 1 }), stream: `account-${accountId}` };
    await deadLetters.add('some@1', [{ record: { partition: '0', offset: 1, event: { ...event, version: 1, position: 1 } }, error: 'no' }]);
    const [one] = (await listed('?consumer=some@1')).items;
    const answer = await ask('GET', `/${one.id}`);
    expect(answer.json()).toMatchObject({ type: 'AccountUpdated', withheld: expect.arrayContaining(['changes.aboutMe']), data: { accountId } });
    expect(answer.body).not.toContain('Lisbon');
    await deadLetters.forget('some@1');
  });

  test('is applied by a replay after the handler is fixed, and the audit log has the requester', async () => {
    const [first] = await poison('n2');
    const failed = await ask('POST', `/${first}/replay`);
    expect([failed.statusCode, failed.json()]).toEqual([202, { id: first, consumer, stream: 'note-n2' }]);
    expect(await note('n2')).toBeUndefined();
    refusing.text = null;
    // A replay under one idempotency key has the same answer, also after the parked event is gone.
    const key = { 'idempotency-key': 'again' };
    expect((await ask('POST', `/${first}/replay`, admin, key)).statusCode).toBe(202);
    await expect.poll(() => note('n2')).toBe('second');
    await expect.poll(async () => (await ask('GET', `/${first}`)).statusCode).toBe(404);
    const repeated = await ask('POST', `/${first}/replay`, admin, key);
    expect([repeated.statusCode, repeated.headers['idempotent-replayed']]).toEqual([202, 'true']);
    await expect.poll(async () => (await audited('ParkedEventReplayRequested', first)).length).toBe(2);
    expect((await audited('ParkedEventReplayRequested', first))[0]).toMatchObject({ actorId: admin.accountId, role: 'admin' });
  });

  test('is discarded with a reason, and later events of its stream are retried', async () => {
    const [first] = await poison('n3');
    expect((await ask('DELETE', `/${first}?reason=A%20mistake`)).statusCode).toBe(204);
    await expect.poll(async () => (await deadLetters.blockedStreams(consumer)).some(({ stream }) => stream === 'note-n3')).toBe(false);
    expect(await note('n3')).toBeUndefined();
    expect((await ask('DELETE', `/${first}?reason=Again`)).statusCode).toBe(404);
    await expect.poll(async () => (await audited('ParkedEventDiscarded', first)).length).toBe(1);
    const [event] = await product.engines.events.read(`parkedevent-${first}`);
    expect(event?.data).toEqual({ consumer, subject: 'note-n3', eventType: 'NotePinned', reason: 'A mistake' });
  });
});

test('Parked event routes answer 400, 401, 403 or 404 to refused requests and append no event', async () => {
  const [first] = await poison('n4');
  const head = await product.engines.events.head();
  const statuses = async (...requests: ['GET' | 'POST' | 'DELETE', string][]) =>
    Promise.all(requests.map(async ([method, path]) => (await ask(method, path)).statusCode));
  expect(await statuses(['GET', '/999999'], ['POST', '/999999/replay'], ['DELETE', '/999999?reason=x'])).toEqual([404, 404, 404]);
  expect(await statuses(['GET', '/x'], ['POST', '/x/replay'], ['DELETE', '/-1?reason=x'])).toEqual([400, 400, 400]);
  expect(await statuses(['DELETE', `/${first}`], ['DELETE', `/${first}?reason=%20`], ['GET', '?limit=201'], ['GET', '?colour=red'])).toEqual([
    400, 400, 400, 400,
  ]);
  const moderator = product.person('mod', 'moderator');
  await moderator.api.createAccount({});
  const before = await product.engines.events.head();
  for (const [as, status] of [
    [null, 401],
    [moderator, 403],
  ] as const) {
    const answers = [ask('GET', '', as), ask('GET', `/${first}`, as), ask('POST', `/${first}/replay`, as), ask('DELETE', `/${first}?reason=x`, as)];
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([status, status, status, status]);
  }
  expect(await product.engines.events.head()).toBe(before);
  expect(before - head).toBe(1);
  expect(await deadLetters.find(first)).not.toBeNull();
});
