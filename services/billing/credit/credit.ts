import { type EventContext, isEmpty, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { type CreditEvent, creditEvents, firstCredits, type GrantReason, type RevocationReason, worthOf } from '@waystory/proto/billing/credit.ts';

interface Grant {
  credits: number;
  /** Of these. */
  revoked: number;
}

export interface Reservation {
  credits: number;
  state: 'OPEN' | 'SETTLED' | 'RELEASED';
  /** When it was made, ISO 8601 UTC: one that stays open was left behind by a crash. */
  at: string;
}

/** The credits of an account and what became of them. Plain data, as snapshots are. */
export interface CreditLedger {
  /** Below zero only when credits were taken back that had been spent. */
  balance: number;
  grants: Readonly<Record<string, Grant>>;
  reservations: Readonly<Record<string, Reservation>>;
  /** Grants by the ids of their revocations. */
  revocations: Readonly<Record<string, string>>;
}

export type CreditCommand = { accountId: string } & (
  | { type: 'GrantCredits'; grantId: string; credits: number; reason: GrantReason }
  | { type: 'ReserveCredits'; reservationId: string; credits: number }
  | { type: 'SettleCredits'; reservationId: string }
  | { type: 'ReleaseCredits'; reservationId: string }
  | { type: 'RevokeCredits'; revocationId: string; grantId: string; credits: number; reason: RevocationReason }
);

/** An account that was never given or charged anything has no ledger yet: its first entry is what every account begins with. */
function decide(command: CreditCommand, ledger: CreditLedger): CreditEvent[] {
  const { accountId } = command;
  if (!isEmpty(ledger.grants)) return entries(command, ledger);
  const credits = firstCredits;
  const beginning: CreditEvent = { type: 'CreditsGranted', data: { accountId, grantId: accountId, credits, reason: 'BEGINNING' } };
  const begun = { ...ledger, balance: worthOf(beginning), grants: { [accountId]: { credits, revoked: 0 } } };
  const first = entries(command, begun);
  return first.length > 0 ? [beginning, ...first] : [];
}

function entries(command: CreditCommand, ledger: CreditLedger): CreditEvent[] {
  const { accountId } = command;
  switch (command.type) {
    case 'GrantCredits': {
      const { grantId, credits, reason } = command;
      const before = ledger.grants[grantId];
      if (before && before.credits !== credits) throw new Rejected('credit/id-reused', { grantId });
      return before ? [] : [{ type: 'CreditsGranted', data: { accountId, grantId, credits, reason } }];
    }
    case 'ReserveCredits':
      return reserve(command, ledger);
    case 'SettleCredits':
      return close(command, ledger, 'SETTLED');
    case 'ReleaseCredits':
      return close(command, ledger, 'RELEASED');
    case 'RevokeCredits':
      return revoke(command, ledger);
    default:
      return command satisfies never;
  }
}

type Of<T extends CreditCommand['type']> = Extract<CreditCommand, { type: T }>;

/** A reservation that was closed is not made again: what it was for would be done for nothing. */
function reserve({ accountId, reservationId, credits }: Of<'ReserveCredits'>, { reservations, balance }: CreditLedger): CreditEvent[] {
  const before = reservations[reservationId];
  if (before && before.credits !== credits) throw new Rejected('credit/id-reused', { reservationId });
  if (before && before.state !== 'OPEN') throw new Rejected('credit/reservation-closed', { reservationId });
  if (before) return [];
  if (balance < credits) throw new Rejected('credit/none-left', { balance, credits });
  return [{ type: 'CreditsReserved', data: { accountId, reservationId, credits } }];
}

/** Whatever came first holds: what was spent is not given back, nor what was given back spent. */
function close(
  { accountId, reservationId }: Of<'SettleCredits' | 'ReleaseCredits'>,
  { reservations }: CreditLedger,
  state: 'SETTLED' | 'RELEASED',
): CreditEvent[] {
  const reservation = reservations[reservationId];
  if (!reservation) throw new Rejected('credit/reservation-unknown', { reservationId });
  if (reservation.state === state) return [];
  if (reservation.state !== 'OPEN') throw new Rejected('credit/reservation-closed', { reservationId });
  const data = { accountId, reservationId, credits: reservation.credits };
  return [{ type: state === 'SETTLED' ? 'CreditsSettled' : 'CreditsReleased', data }];
}

/** No more is taken back of a grant than there was in it. That some of it was spent is no reason to take back less. */
function revoke({ accountId, revocationId, grantId, credits, reason }: Of<'RevokeCredits'>, ledger: CreditLedger): CreditEvent[] {
  const grant = ledger.grants[grantId];
  if (!grant) throw new Rejected('credit/grant-unknown', { grantId });
  const before = ledger.revocations[revocationId];
  if (before !== undefined && before !== grantId) throw new Rejected('credit/id-reused', { revocationId });
  const left = Math.min(credits, grant.credits - grant.revoked);
  if (before !== undefined || left === 0) return [];
  return [{ type: 'CreditsRevoked', data: { accountId, revocationId, grantId, credits: left, reason } }];
}

/** The ledger after some entries; what it holds is copied once for all of them. */
function evolveAll(ledger: CreditLedger, events: readonly (CreditEvent & EventContext)[]): CreditLedger {
  const grants = { ...ledger.grants };
  const reservations = { ...ledger.reservations };
  const revocations = { ...ledger.revocations };
  let { balance } = ledger;
  for (const event of events) {
    const { type, data } = event;
    balance += worthOf(event);
    if (type === 'CreditsGranted') grants[data.grantId] = { credits: data.credits, revoked: 0 };
    else if (type === 'CreditsRevoked') {
      const { credits, revoked } = grants[data.grantId] ?? { credits: 0, revoked: 0 };
      grants[data.grantId] = { credits, revoked: revoked + data.credits };
      revocations[data.revocationId] = data.grantId;
    } else {
      const at = reservations[data.reservationId]?.at ?? event.at;
      reservations[data.reservationId] = { credits: data.credits, state: stateAfter[type], at };
    }
  }
  return { balance, grants, reservations, revocations };
}

const stateAfter = { CreditsReserved: 'OPEN', CreditsSettled: 'SETTLED', CreditsReleased: 'RELEASED' } as const;

/** What an account owns that this is the ledger of. */
export const balanceOf = ({ grants, balance }: CreditLedger): number => (isEmpty(grants) ? firstCredits : balance);

/** One stream per account, named as it. */
export const creditStream: Stream<CreditCommand, CreditLedger, CreditEvent> = {
  category: 'credit',
  stateVersion: 1,
  events: creditEvents,
  decider: {
    initial: { balance: 0, grants: {}, reservations: {}, revocations: {} },
    decide,
    evolve: (ledger, event) => evolveAll(ledger, [event]),
    evolveAll,
  },
};
