import { given } from '@waystory/infra/commands/given.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { balanceChangeOf, type CreditEvent, firstCredits } from '@waystory/proto/billing/credit.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceOf, type CreditCommand, type CreditLedger, creditStream } from './credit.ts';

const accountId = 'a0000000-0000-8000-8000-000000000001';
const [turn, otherTurn, order, otherOrder] = [1, 2, 3, 4].map((number) => `b0000000-0000-8000-8000-00000000000${number}`) as [
  string,
  string,
  string,
  string,
];

const beginning: CreditEvent = {
  type: 'CreditsGranted',
  data: { accountId, grantId: accountId, credits: firstCredits, reason: 'BEGINNING', asOf: null },
};
const reserve = (reservationId: string, credits = 1) => ({ type: 'ReserveCredits', accountId, reservationId, credits, threadId: null }) as const;
const settle = (reservationId: string) => ({ type: 'SettleCredits', accountId, reservationId }) as const;
const release = (reservationId: string) => ({ type: 'ReleaseCredits', accountId, reservationId }) as const;
const grant = (grantId: string, credits: number) => ({ type: 'GrantCredits', accountId, grantId, credits, reason: 'PURCHASE' }) as const;
/** A command that brings the ledger to version `asOf` of an order of 50 credits. */
const follow = (asOf: number, refunded = 0, disputed = 0) =>
  ({ type: 'FollowOrder', accountId, orderId: order, asOf, credits: 50, refunded, disputed }) as const;
const correct = (correctionId: string, credits: number) =>
  ({ type: 'CorrectCredits', accountId, correctionId, credits, reason: 'A mistake' }) as const;

const entry = (type: 'CreditsSettled' | 'CreditsReleased', reservationId: string, credits = 1): CreditEvent => ({
  type,
  data: { accountId, reservationId, credits },
});
const reserved = (reservationId: string, credits = 1): CreditEvent => ({
  type: 'CreditsReserved',
  data: { accountId, reservationId, credits, threadId: null },
});
const granted = (grantId: string, credits: number, asOf: number | null = null): CreditEvent => ({
  type: 'CreditsGranted',
  data: { accountId, grantId, credits, reason: 'PURCHASE', asOf },
});
type Taken = 'REFUND' | 'DISPUTE';
const revoked = (credits: number, asOf: number, reason: Taken = 'REFUND'): CreditEvent => ({
  type: 'CreditsRevoked',
  data: { accountId, revocationId: derivedId('revocation', order, String(asOf), reason), grantId: order, credits, reason, asOf },
});
const restored = (credits: number, asOf: number, reason: Taken = 'REFUND'): CreditEvent => ({
  type: 'CreditsRestored',
  data: { accountId, restorationId: derivedId('restoration', order, String(asOf), reason), grantId: order, credits, reason, asOf },
});
const corrected = (correctionId: string, credits: number): CreditEvent => ({
  type: 'CreditsCorrected',
  data: { accountId, correctionId, credits, reason: 'A mistake' },
});

describe('credit ledger', () => {
  test('begins with the initial credits before its first entry', () => {
    const empty = given(creditStream, []);
    expect(balanceOf(empty.state)).toBe(firstCredits);
    const begun = empty.when(reserve(turn)).then([beginning, reserved(turn)]);
    expect(balanceOf(begun.state)).toBe(firstCredits - 1);
    begun.when(reserve(otherTurn)).then([reserved(otherTurn)]);
    expect(balanceOf(empty.when(grant(order, 50)).then([beginning, granted(order, 50)]).state)).toBe(firstCredits + 50);
  });

  test('stays empty after a refused command', () => {
    given(creditStream, [])
      .when(reserve(turn, firstCredits + 1))
      .rejects('credit/none-left', { balance: firstCredits, credits: firstCredits + 1 })
      .when(settle(turn))
      .rejects('credit/reservation-unknown')
      .when(grant(accountId, firstCredits))
      .then([]);
  });

  test('spends a settled reservation and returns a released one', () => {
    const before = given(creditStream, [beginning])
      .when(reserve(turn, 5))
      .then([reserved(turn, 5)]);
    expect(before.when(settle(turn)).then([entry('CreditsSettled', turn, 5)]).state.balance).toBe(15);
    expect(before.when(release(turn)).then([entry('CreditsReleased', turn, 5)]).state.balance).toBe(20);
  });

  test('never spends more than its balance', () => {
    given(creditStream, [beginning])
      .when(reserve(turn, 20))
      .then([reserved(turn, 20)])
      .when(reserve(otherTurn))
      .rejects('credit/none-left', { balance: 0, credits: 1 })
      .when(release(turn))
      .then([entry('CreditsReleased', turn, 20)])
      .when(reserve(otherTurn))
      .then([reserved(otherTurn)]);
  });

  test('appends nothing for a repeated command, and rejects a reused id with other credits', () => {
    given(creditStream, [beginning])
      .when(reserve(turn))
      .then([reserved(turn)])
      .when(reserve(turn))
      .then([])
      .when(reserve(turn, 2))
      .rejects('credit/id-reused')
      .when(settle(turn))
      .then([entry('CreditsSettled', turn)])
      .when(settle(turn))
      .then([])
      .when(release(turn))
      .rejects('credit/reservation-closed')
      .when(reserve(turn))
      .rejects('credit/reservation-closed')
      .when(grant(order, 50))
      .then([granted(order, 50)])
      .when(grant(order, 50))
      .then([])
      .when(grant(order, 60))
      .rejects('credit/id-reused');
  });

  test('does not spend a released reservation', () => {
    given(creditStream, [beginning, reserved(turn), entry('CreditsReleased', turn)])
      .when(release(turn))
      .then([])
      .when(settle(turn))
      .rejects('credit/reservation-closed')
      .when(reserve(turn))
      .rejects('credit/reservation-closed');
  });

  test('revokes the credits of a refunded order, and later grants pay off a negative balance', () => {
    const sold = given(creditStream, [beginning])
      .when(follow(3))
      .then([granted(order, 50, 3)])
      .when(reserve(turn, 70))
      .then([reserved(turn, 70)])
      .when(follow(5, 50))
      .then([revoked(50, 5)]);
    expect(sold.state.balance).toBe(-50);
    const owing = sold
      .when(reserve(otherTurn))
      .rejects('credit/none-left', { balance: -50, credits: 1 })
      .when(settle(turn))
      .then([entry('CreditsSettled', turn, 70)])
      .when(grant(otherOrder, 51))
      .then([granted(otherOrder, 51)]);
    expect(owing.state.balance).toBe(1);
    owing.when(reserve(otherTurn)).then([reserved(otherTurn)]);
    expect(sold.when(release(turn)).then([entry('CreditsReleased', turn, 70)]).state.balance).toBe(20);
  });

  test('has the credits of the later order version, whichever of two commands arrives first', () => {
    given(creditStream, [beginning])
      .when(follow(4, 50))
      .then([granted(order, 50, 4), revoked(50, 4)])
      .when(follow(3))
      .then([]);
    given(creditStream, [beginning])
      .when(follow(3))
      .then([granted(order, 50, 3)])
      .when(follow(4, 50))
      .then([revoked(50, 4)])
      .when(follow(4, 50))
      .then([]);
  });

  test('restores revoked credits after a dispute is won or a refund fails', () => {
    given(creditStream, [beginning])
      .when(follow(3, 0, 50))
      .then([granted(order, 50, 3), revoked(50, 3, 'DISPUTE')])
      .when(follow(4, 10, 40))
      .then([restored(10, 4, 'DISPUTE'), revoked(10, 4)])
      .when(follow(5, 10))
      .then([restored(40, 5, 'DISPUTE')])
      .when(follow(6))
      .then([restored(10, 6)]);
  });

  test('applies each correction once, in either direction', () => {
    const after = given(creditStream, [])
      .when(correct(turn, -25))
      .then([beginning, corrected(turn, -25)])
      .when(correct(turn, -25))
      .then([])
      .when(correct(turn, 25))
      .rejects('credit/id-reused');
    expect(after.state.balance).toBe(-5);
    expect(after.when(correct(otherTurn, 6)).then([corrected(otherTurn, 6)]).state.balance).toBe(1);
  });
});

const ids = fc.integer({ min: 0, max: 5 }).map((number) => `c0000000-0000-8000-8000-00000000000${number}`);
const anyCommand: fc.Arbitrary<CreditCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(ids, fc.integer({ min: 1, max: 12 })).map(([id, credits]) => reserve(id, credits)) },
  { weight: 3, arbitrary: ids.map(settle) },
  { weight: 3, arbitrary: ids.map(release) },
  { weight: 2, arbitrary: fc.tuple(ids, fc.integer({ min: 1, max: 30 })).map(([id, credits]) => grant(id, credits)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }))
      .map(([asOf, refunded, disputed]) => follow(asOf, refunded, Math.min(disputed, 50 - refunded))),
  },
  { weight: 1, arbitrary: fc.tuple(ids, fc.integer({ min: -30, max: 30 })).map(([id, credits]) => correct(id, credits)) },
);

/** A log of one stream with its state. */
function log() {
  const events: CreditEvent[] = [];
  const state = (upTo = events.length): CreditLedger => {
    const inContext = events.slice(0, upTo).map((event, index) => ({ ...event, stream: 'credit-x', version: index + 1, at: `${index}` }));
    return creditStream.decider.evolveAll?.(creditStream.decider.initial, inContext) ?? creditStream.decider.initial;
  };
  /** The events or the rejection of a command on the current log. */
  const decided = (command: CreditCommand): CreditEvent[] | string => {
    try {
      return creditStream.decider.decide(command, state());
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      return error.code;
    }
  };
  const execute = (command: CreditCommand): CreditEvent[] | string => {
    const outcome = decided(command);
    if (typeof outcome !== 'string') events.push(...outcome);
    return outcome;
  };
  return { events, state, decided, execute };
}

describe('credit ledger under random, repeated and reordered commands', () => {
  test('has the sum of its entries as balance, which no reservation makes negative', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        const { events, state, execute } = log();
        for (const command of commands) {
          const before = balanceOf(state());
          const outcome = execute(command);
          const after = balanceOf(state());
          if (command.type === 'ReserveCredits' && outcome.length > 0 && typeof outcome !== 'string') expect(after).toBeGreaterThanOrEqual(0);
          if (command.type === 'SettleCredits') expect(after).toBe(before);
          if (typeof outcome === 'string') expect(after).toBe(before);
        }
        expect(state().balance).toBe(events.reduce((sum, event) => sum + balanceChangeOf(event), 0));
        const open = Object.values(state().reservations).filter((one) => one.state === 'OPEN');
        const spent = Object.values(state().reservations).filter((one) => one.state === 'SETTLED');
        const held = Object.values(state().grants).reduce((sum, { credits, revoked: gone }) => sum + credits - gone.REFUND - gone.DISPUTE, 0);
        const made = Object.values(state().corrections).reduce((sum, { credits }) => sum + credits, 0);
        expect(held + made).toBe([...open, ...spent].reduce((sum, { credits }) => sum + credits, state().balance));
      }),
      { numRuns: 500 },
    );
  });

  test('has the same entries when commands are repeated after a crash', () => {
    const crashes = fc.constantFrom('none', 'before it was stored', 'after it was stored', 'twice');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyCommand, crashes), { maxLength: 30 }), (steps) => {
        const smooth = log();
        const rough = log();
        for (const [command, crash] of steps) {
          smooth.execute(command);
          if (crash === 'before it was stored') rough.decided(command);
          else rough.execute(command);
          if (crash === 'twice') rough.execute(command);
          if (crash !== 'none') rough.execute(command);
        }
        expect(rough.events).toEqual(smooth.events);
      }),
      { numRuns: 500 },
    );
  });

  test('evolves to the same state at once and entry by entry', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
        const { events, state, execute } = log();
        for (const command of commands) execute(command);
        expect(given(creditStream, events).state.balance).toBe(state().balance);
        expect(Object.keys(given(creditStream, events).state.reservations)).toEqual(Object.keys(state().reservations));
        expect(JSON.parse(JSON.stringify(state()))).toEqual(state());
      }),
    );
  });
});
