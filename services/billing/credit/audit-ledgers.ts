import { type EventStore, logPages, type Position, type RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { balanceChangeOf, type CreditEvent, creditEvents } from '@waystory/proto/billing/credit.ts';
import { upcast } from '@waystory/proto/kit/event.ts';

// The audit shares only the worth of an entry with the rules, so that a fault in a rule cannot hide itself.

interface AuditedLedgers {
  /** Accounts that have a ledger. */
  ledgers: number;
  entries: number;
  /** One line per fault, each naming its stream. */
  faults: string[];
}

interface Tally {
  balance: number;
  /** By grant: credits granted, and credits not yet revoked. */
  grants: Map<string, { granted: number; left: number }>;
  /** Credits of open reservations by their id. */
  open: Map<string, number>;
  known: Set<string>;
}

/** Reads every ledger entry of the log and checks that credits have a source, are spent once, and never exceed the balance. */
export const auditLedgers = (events: Pick<EventStore, 'readAll'>): Promise<AuditedLedgers> => ledgerAuditor(events)();

/** Like `auditLedgers`, but each further call reads only the entries since the call before. */
export function ledgerAuditor(events: Pick<EventStore, 'readAll'>): () => Promise<AuditedLedgers> {
  const tallies = new Map<string, Tally>();
  const faults: string[] = [];
  let entries = 0;
  let position: Position = 0;
  return async () => {
    for await (const page of logPages(events, position)) {
      for (const event of page.filter(({ type }) => type in creditEvents.schemas)) {
        entries++;
        const tally = tallies.get(event.stream) ?? { balance: 0, grants: new Map(), open: new Map(), known: new Set() };
        tallies.set(event.stream, tally);
        const fault = enter(tally, event, creditEventOf(event));
        if (fault) faults.push(`${event.stream} at ${event.version}: ${fault}`);
      }
      position = page.at(-1)?.position ?? position;
    }
    return { ledgers: tallies.size, entries, faults };
  };
}

export const creditEventOf = ({ type, schema, data }: RecordedEvent): CreditEvent =>
  ({ type, data: upcast(creditEvents, { type, schema, data }) }) as CreditEvent; // a type of the vocabulary, in its current version

/** Applies an entry to its tally. Returns the fault, or null. */
function enter(tally: Tally, { stream }: RecordedEvent, entry: CreditEvent): string | null {
  tally.balance += balanceChangeOf(entry);
  if (stream !== `credit-${entry.data.accountId}`) return `it is of another account, ${entry.data.accountId}`;
  switch (entry.type) {
    case 'CreditsGranted':
      return granted(tally, entry.data);
    case 'CreditsReserved':
      return reserved(tally, entry.data);
    case 'CreditsSettled':
    case 'CreditsReleased':
      return closed(tally, entry.data);
    case 'CreditsRevoked':
      return revoked(tally, entry.data);
    case 'CreditsRestored':
      return restored(tally, entry.data);
    case 'CreditsCorrected':
      return isNew(tally, `correction ${entry.data.correctionId}`) ? null : `the correction ${entry.data.correctionId} is there twice`;
    default:
      return entry satisfies never;
  }
}

type DataOf<T extends CreditEvent['type']> = Extract<CreditEvent, { type: T }>['data'];

/** Records an id. True when it is new. */
function isNew({ known }: Tally, id: string): boolean {
  const isKnown = known.has(id);
  known.add(id);
  return !isKnown;
}

function granted(tally: Tally, { grantId, credits }: DataOf<'CreditsGranted'>): string | null {
  if (!isNew(tally, `grant ${grantId}`)) return `the grant ${grantId} is there twice`;
  tally.grants.set(grantId, { granted: credits, left: credits });
  return null;
}

function reserved(tally: Tally, { reservationId, credits }: DataOf<'CreditsReserved'>): string | null {
  if (!isNew(tally, `reservation ${reservationId}`)) return `the reservation ${reservationId} is there twice`;
  tally.open.set(reservationId, credits);
  return tally.balance < 0 ? `more is reserved than there is: ${tally.balance} are left` : null;
}

function closed(tally: Tally, { reservationId, credits }: DataOf<'CreditsSettled'>): string | null {
  const open = tally.open.get(reservationId);
  tally.open.delete(reservationId);
  return open === credits ? null : `the reservation ${reservationId} holds ${open ?? 'nothing'} and not ${credits}`;
}

function revoked(tally: Tally, { revocationId, grantId, credits }: DataOf<'CreditsRevoked'>): string | null {
  if (!isNew(tally, `revocation ${revocationId}`)) return `the revocation ${revocationId} is there twice`;
  const { granted: all, left } = tally.grants.get(grantId) ?? { granted: 0, left: 0 };
  tally.grants.set(grantId, { granted: all, left: left - credits });
  return left < credits ? `of the grant ${grantId} there are ${left} and not ${credits}` : null;
}

function restored(tally: Tally, { restorationId, grantId, credits }: DataOf<'CreditsRestored'>): string | null {
  if (!isNew(tally, `restoration ${restorationId}`)) return `the restoration ${restorationId} is there twice`;
  const { granted: all, left } = tally.grants.get(grantId) ?? { granted: 0, left: 0 };
  tally.grants.set(grantId, { granted: all, left: left + credits });
  return left + credits > all ? `of the grant ${grantId} there were ${all} and now are ${left + credits}` : null;
}
