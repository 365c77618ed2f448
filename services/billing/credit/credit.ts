import { type EventContext, isEmpty, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import {
  balanceChangeOf,
  type CreditEvent,
  creditEvents,
  firstCredits,
  type GrantReason,
  type RevocationReason,
} from '@waystory/proto/billing/credit.ts';

interface Grant {
  credits: number;
  /** Revoked credits by reason. */
  revoked: Readonly<Record<RevocationReason, number>>;
  /** Version of the order that the grant reflects; null for a grant without an order. */
  asOf: number | null;
}

interface Reservation {
  credits: number;
  state: 'OPEN' | 'SETTLED' | 'RELEASED';
  /** Time of the reservation, ISO 8601 UTC. */
  at: string;
}

interface Correction {
  credits: number;
  /** Balance after the correction. */
  balance: number;
  /** ISO 8601 UTC. */
  at: string;
  /** Version of the ledger at the correction. */
  version: number;
}

/** State of an account's credits. Plain data, because snapshots store it. */
export interface CreditLedger {
  /** Negative only after a correction, or after the revocation of spent credits. */
  balance: number;
  grants: Readonly<Record<string, Grant>>;
  reservations: Readonly<Record<string, Reservation>>;
  corrections: Readonly<Record<string, Correction>>;
}

/** Credits of a paid order at its version `asOf`, and how many of them were refunded or disputed. */
interface FollowedOrder {
  orderId: string;
  asOf: number;
  credits: number;
  refunded: number;
  disputed: number;
}

export type CreditCommand = { accountId: string } & (
  | { type: 'GrantCredits'; grantId: string; credits: number; reason: GrantReason }
  | ({ type: 'FollowOrder' } & FollowedOrder)
  | { type: 'ReserveCredits'; reservationId: string; credits: number; threadId: string | null }
  | { type: 'SettleCredits'; reservationId: string }
  | { type: 'ReleaseCredits'; reservationId: string }
  | { type: 'CorrectCredits'; correctionId: string; credits: number; reason: string }
);

const nothing = { REFUND: 0, DISPUTE: 0 } as const;

/** An account without a ledger still owns the initial credits: the first entry of a ledger grants them. */
function decide(command: CreditCommand, ledger: CreditLedger): CreditEvent[] {
  const { accountId } = command;
  if (!isEmpty(ledger.grants)) return entries(command, ledger);
  const credits = firstCredits;
  const beginning: CreditEvent = { type: 'CreditsGranted', data: { accountId, grantId: accountId, credits, reason: 'BEGINNING', asOf: null } };
  const begun = { ...ledger, balance: balanceChangeOf(beginning), grants: { [accountId]: { credits, revoked: nothing, asOf: null } } };
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
      return before ? [] : [{ type: 'CreditsGranted', data: { accountId, grantId, credits, reason, asOf: null } }];
    }
    case 'FollowOrder':
      return followOrder(command, ledger);
    case 'ReserveCredits':
      return reserve(command, ledger);
    case 'SettleCredits':
      return close(command, ledger, 'SETTLED');
    case 'ReleaseCredits':
      return close(command, ledger, 'RELEASED');
    case 'CorrectCredits':
      return correct(command, ledger);
    default:
      return command satisfies never;
  }
}

type Of<T extends CreditCommand['type']> = Extract<CreditCommand, { type: T }>;

/** A closed reservation cannot be opened again, because its work would be done unpaid. */
function reserve({ accountId, reservationId, credits, threadId }: Of<'ReserveCredits'>, { reservations, balance }: CreditLedger): CreditEvent[] {
  const before = reservations[reservationId];
  if (before && before.credits !== credits) throw new Rejected('credit/id-reused', { reservationId });
  if (before && before.state !== 'OPEN') throw new Rejected('credit/reservation-closed', { reservationId });
  if (before) return [];
  if (balance < credits) throw new Rejected('credit/none-left', { balance, credits });
  return [{ type: 'CreditsReserved', data: { accountId, reservationId, credits, threadId } }];
}

/** The first of settle and release wins: a reservation is either spent or returned. */
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

/**
 * Brings the grant of an order to the credits of its current version; an older version changes nothing.
 * An order paid and refunded before its grant is granted and revoked in one append, so that its credits can never be spent.
 */
function followOrder({ accountId, orderId: grantId, asOf, credits, ...targets }: Of<'FollowOrder'>, { grants }: CreditLedger): CreditEvent[] {
  const grant = grants[grantId];
  if (grant && (grant.asOf ?? 0) >= asOf) return [];
  if (grant && grant.credits !== credits) throw new Rejected('credit/id-reused', { grantId });
  const granted: CreditEvent = { type: 'CreditsGranted', data: { accountId, grantId, credits, reason: 'PURCHASE', asOf } };
  const before = grant?.revoked ?? nothing;
  // Restored credits come before revoked ones, so that no step revokes more than there is.
  const steps = [
    { reason: 'REFUND', by: targets.refunded - before.REFUND },
    { reason: 'DISPUTE', by: targets.disputed - before.DISPUTE },
  ] as const;
  return [
    ...(grant ? [] : [granted]),
    ...steps.flatMap(({ reason, by }): CreditEvent[] => {
      if (by >= 0) return [];
      const restorationId = derivedId('restoration', grantId, String(asOf), reason);
      return [{ type: 'CreditsRestored', data: { accountId, restorationId, grantId, credits: -by, reason, asOf } }];
    }),
    ...steps.flatMap(({ reason, by }): CreditEvent[] => {
      if (by <= 0) return [];
      const revocationId = derivedId('revocation', grantId, String(asOf), reason);
      return [{ type: 'CreditsRevoked', data: { accountId, revocationId, grantId, credits: by, reason, asOf } }];
    }),
  ];
}

function correct({ accountId, correctionId, credits, reason }: Of<'CorrectCredits'>, { corrections }: CreditLedger): CreditEvent[] {
  const before = corrections[correctionId];
  if (before && before.credits !== credits) throw new Rejected('credit/id-reused', { correctionId });
  return before ? [] : [{ type: 'CreditsCorrected', data: { accountId, correctionId, credits, reason } }];
}

/** Applies several entries to one copy of the ledger. */
function evolveAll(ledger: CreditLedger, events: readonly (CreditEvent & EventContext)[]): CreditLedger {
  const grants = { ...ledger.grants };
  const reservations = { ...ledger.reservations };
  const corrections = { ...ledger.corrections };
  let { balance } = ledger;
  for (const event of events) {
    balance += balanceChangeOf(event);
    switch (event.type) {
      case 'CreditsGranted': {
        const { grantId, credits, asOf } = event.data;
        grants[grantId] = { credits, revoked: nothing, asOf };
        break;
      }
      case 'CreditsRevoked':
        grants[event.data.grantId] = takenFrom(grants[event.data.grantId], event.data.credits, event.data);
        break;
      case 'CreditsRestored':
        grants[event.data.grantId] = takenFrom(grants[event.data.grantId], -event.data.credits, event.data);
        break;
      case 'CreditsCorrected':
        corrections[event.data.correctionId] = { credits: event.data.credits, balance, at: event.at, version: event.version };
        break;
      default: {
        const { reservationId, credits } = event.data;
        reservations[reservationId] = { credits, state: stateAfter[event.type], at: reservations[reservationId]?.at ?? event.at };
      }
    }
  }
  return { balance, grants, reservations, corrections };
}

function takenFrom(grant: Grant | undefined, by: number, { reason, asOf }: { reason: RevocationReason; asOf: number | null }): Grant {
  const { credits, revoked, asOf: before } = grant ?? { credits: 0, revoked: nothing, asOf: null };
  return { credits, revoked: { ...revoked, [reason]: revoked[reason] + by }, asOf: asOf ?? before };
}

const stateAfter = { CreditsReserved: 'OPEN', CreditsSettled: 'SETTLED', CreditsReleased: 'RELEASED' } as const;

/** Balance of an account; the initial credits when its ledger has no entry. */
export const balanceOf = ({ grants, balance }: CreditLedger): number => (isEmpty(grants) ? firstCredits : balance);

/** One stream per account, with the id of the account. */
export const creditStream: Stream<CreditCommand, CreditLedger, CreditEvent> = {
  category: 'credit',
  stateVersion: 2,
  events: creditEvents,
  decider: {
    initial: { balance: 0, grants: {}, reservations: {}, corrections: {} },
    decide,
    evolve: (ledger, event) => evolveAll(ledger, [event]),
    evolveAll,
  },
};
