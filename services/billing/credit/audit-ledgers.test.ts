import { type CommandHandler, createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { type CreditEvent, firstCredits } from '@waystory/proto/billing/credit.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLedgers, ledgerAuditor } from './audit-ledgers.ts';
import { type CreditCommand, creditStream } from './credit.ts';

let database: TestDatabase;
let store: EventStore;
/** Two command handlers stand for two processes on one log. */
let processes: readonly CommandHandler[];
beforeAll(async () => {
  database = await testDatabase();
  store = postgresEventStore(database.pool);
  processes = [createCommandHandler(store), createCommandHandler(store)];
});
afterAll(async () => {
  await store.close();
  await database.close();
});

async function execute(command: CreditCommand, process = 0): Promise<string> {
  const context = { actorId: null, now: new Date().toISOString(), commandId: newId() };
  const outcome = processes[process]?.execute(creditStream, command.accountId, [command], context).then(() => 'done');
  return (
    outcome?.catch((error: unknown) => {
      if (error instanceof Rejected) return error.code;
      throw error;
    }) ?? 'no process'
  );
}
const reserve = (accountId: string, reservationId = newId()): CreditCommand => ({
  type: 'ReserveCredits',
  accountId,
  reservationId,
  credits: 1,
  threadId: null,
});

describe('credit ledger under two concurrent processes', () => {
  test('reserves exactly as many credits as there are', async () => {
    const accountId = newId();
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => execute(reserve(accountId), index % 2)));
    expect(Object.entries(Object.groupBy(outcomes, String)).map(([word, all]) => [word, all?.length])).toEqual(
      expect.arrayContaining([
        ['done', firstCredits],
        ['credit/none-left', 50 - firstCredits],
      ]),
    );
    expect(await auditLedgers(store)).toMatchObject({ faults: [] });
  });

  test('creates and closes a reservation once when both processes make, settle and release it', async () => {
    const accountId = newId();
    const reservationId = newId();
    await Promise.all(Array.from({ length: 10 }, (_, index) => execute(reserve(accountId, reservationId), index % 2)));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const type = index % 3 === 0 ? 'ReleaseCredits' : 'SettleCredits';
        return execute({ type, accountId, reservationId }, index % 2);
      }),
    );
    const types = (await store.read(`credit-${accountId}`)).map(({ type }) => type);
    expect(types).toEqual(['CreditsGranted', 'CreditsReserved', expect.stringMatching(/^Credits(Settled|Released)$/)]);
    expect(await auditLedgers(store)).toMatchObject({ faults: [] });
  });
});

const accountId = 'a0000000-0000-8000-8000-000000000001';
const [one, other] = ['b0000000-0000-8000-8000-000000000001', 'b0000000-0000-8000-8000-000000000002'];
const beginning: CreditEvent = { type: 'CreditsGranted', data: { accountId, grantId: accountId, credits: 20, reason: 'BEGINNING', asOf: null } };
const reserved = (credits: number, reservationId = one): CreditEvent => ({
  type: 'CreditsReserved',
  data: { accountId, reservationId, credits, threadId: null },
});
const settled = (credits: number): CreditEvent => ({ type: 'CreditsSettled', data: { accountId, reservationId: one, credits } });
const revoked = (credits: number, revocationId = other): CreditEvent => ({
  type: 'CreditsRevoked',
  data: { accountId, revocationId, grantId: accountId, credits, reason: 'DISPUTE', asOf: 3 },
});
const restored = (credits: number, restorationId = one): CreditEvent => ({
  type: 'CreditsRestored',
  data: { accountId, restorationId, grantId: accountId, credits, reason: 'DISPUTE', asOf: 4 },
});
const corrected: CreditEvent = { type: 'CreditsCorrected', data: { accountId, correctionId: other, credits: -30, reason: 'A mistake' } };

/** A log written without the rules, so that it may hold faults. */
function logOf(events: readonly CreditEvent[], stream = `credit-${accountId}`): Pick<EventStore, 'readAll'> {
  const meta = { actorId: null, commandId: newId() };
  const recorded = events.map((event, index): RecordedEvent => {
    const place = { version: index + 1, position: index + 1 };
    return { ...event, ...place, id: newId(), stream, schema: 1, meta, at: '2026-01-01T00:00:00.000Z' };
  });
  return { readAll: async (after, limit) => recorded.filter(({ position }) => position > after).slice(0, limit) };
}

describe('ledger audit', () => {
  test('finds no fault in a correct ledger, even with more credits revoked than were left', async () => {
    const events = [beginning, reserved(20), settled(20), revoked(20), restored(20), corrected];
    expect(await auditLedgers(logOf(events))).toEqual({ ledgers: 1, entries: 6, faults: [] });
    expect(await auditLedgers(logOf([]))).toEqual({ ledgers: 0, entries: 0, faults: [] });
  });

  test.each<[string, CreditEvent[], string]>([
    ['a grant that is there twice', [beginning, beginning], 'is there twice'],
    ['a reservation that is there twice', [beginning, reserved(1), reserved(1)], 'is there twice'],
    ['a revocation that is there twice', [beginning, revoked(1), revoked(1)], 'is there twice'],
    ['more spent than there is', [beginning, reserved(12), reserved(9, other)], 'more is reserved than there is: -1'],
    ['something settled that was never reserved', [beginning, settled(1)], 'holds nothing'],
    ['something settled twice', [beginning, reserved(1), settled(1), settled(1)], 'holds nothing'],
    ['more settled than was reserved', [beginning, reserved(1), settled(2)], 'holds 1 and not 2'],
    ['more taken back than was given', [beginning, revoked(21)], 'there are 20 and not 21'],
    ['more given back than was taken', [beginning, revoked(5), restored(6)], 'there were 20 and now are 21'],
    ['a restoration that is there twice', [beginning, revoked(2), restored(1), restored(1)], 'is there twice'],
    ['a correction that is there twice', [beginning, corrected, corrected], 'is there twice'],
    ['credits from nowhere', [reserved(1)], 'more is reserved than there is'],
  ])('reports the fault: %s', async (_, events, said) => {
    expect((await auditLedgers(logOf(events))).faults).toEqual([expect.stringContaining(said)]);
  });

  test('continues from its last position when it runs again', async () => {
    const events = [beginning, reserved(20)];
    const log: CreditEvent[] = [...events];
    const audit = ledgerAuditor({ readAll: (after, limit) => logOf(log).readAll(after, limit) });
    expect(await audit()).toMatchObject({ entries: 2, faults: [] });
    log.push(reserved(1, other));
    expect(await audit()).toMatchObject({ entries: 3, faults: [expect.stringContaining('more is reserved than there is: -1')] });
  });

  test('reports an entry of another account', async () => {
    expect((await auditLedgers(logOf([beginning], 'credit-x'))).faults).toEqual([`credit-x at 1: it is of another account, ${accountId}`]);
  });
});
