import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { ownOrAdmin } from '@waystory/infra/read-models/own-only.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { balanceChangeOf, type CreditEvent, creditEvents } from '@waystory/proto/billing/credit.ts';
import { type CreditEntry, creditEntry, creditEntryList } from '@waystory/proto/billing/credit-entry.ts';
import { handlerForEveryEvent } from '@waystory/proto/kit/event.ts';
import { z } from 'zod';

/** Number above every version of a ledger. */
const end = 2 ** 48 - 1;

/**
 * Id of an entry by its version in the ledger. Later entries get lesser ids, because lists show the lesser id first among entries of the same time.
 */
export function creditEntryId(accountId: string, version: number): string {
  const place = (end - version).toString(16).padStart(12, '0');
  return `${place.slice(0, 8)}-${place.slice(8)}${derivedId('credit-entry', accountId).slice(13)}`;
}

export const creditEntries = defineCollection({
  name: 'creditEntries',
  doc: creditEntry,
  filterable: { ...creditEntryList.filterable, accountId: 'id' },
  sortable: creditEntryList.sortable,
  indexes: [{ kind: 'ordered', on: ['accountId', '-createdAt'] }],
  visibleTo: ownOrAdmin,
});

/** Internal collection: the balance of an account and the threads of its open reservations. */
const ledgers = defineCollection({
  name: 'creditLedgers',
  doc: z.object({ id: z.string(), balance: z.int(), threads: z.record(z.string(), z.string()) }),
  filterable: { id: 'id' },
  sortable: [],
  indexes: [],
  visibleTo: () => null,
});

type EntryDocs = { creditEntries: Docs<CreditEntry>; ledgers: Docs<DocOf<typeof ledgers>> };
type Words = Pick<CreditEntry, 'kind'> & Partial<Pick<CreditEntry, 'orderId' | 'threadId' | 'reason'>>;

/** Describes the purpose of an entry to its account; null when the entry leaves the balance unchanged. */
function wordsOf(event: CreditEvent, threads: Readonly<Record<string, string>>): Words | null {
  switch (event.type) {
    case 'CreditsGranted':
      return { kind: event.data.reason, orderId: event.data.reason === 'PURCHASE' ? event.data.grantId : null };
    case 'CreditsReserved':
      return { kind: 'TURN', threadId: event.data.threadId };
    case 'CreditsReleased':
      return { kind: 'TURN_RETURNED', threadId: threads[event.data.reservationId] ?? null };
    case 'CreditsRevoked':
    case 'CreditsRestored':
      return { kind: event.data.reason, orderId: event.data.grantId };
    case 'CreditsCorrected':
      return { kind: 'CORRECTION', reason: event.data.reason };
    case 'CreditsSettled':
      return null;
    default:
      return event satisfies never;
  }
}

function enter(event: CreditEvent & EventContext, docs: EntryDocs): void {
  const accountId = streamId(event.stream);
  const { balance: before, threads } = docs.ledgers.get(accountId) ?? { balance: 0, threads: {} };
  const credits = balanceChangeOf(event);
  const balance = before + credits;
  const words = wordsOf(event, threads);
  if (words) {
    const id = creditEntryId(accountId, event.version);
    docs.creditEntries.create(id, { id, accountId, credits, balance, orderId: null, threadId: null, reason: null, ...words, createdAt: event.at });
  }
  docs.ledgers.update(accountId, () => ({ id: accountId, balance, threads: threadsAfter(threads, event) }));
}

function threadsAfter(threads: Readonly<Record<string, string>>, { type, data }: CreditEvent): Record<string, string> {
  if (type === 'CreditsReserved' && data.threadId !== null) return { ...threads, [data.reservationId]: data.threadId };
  if (type !== 'CreditsReleased' && type !== 'CreditsSettled') return threads;
  const { [data.reservationId]: _, ...others } = threads;
  return others;
}

export const creditEntriesProjection = defineProjection({
  name: 'credit-entries',
  version: 1,
  collections: { creditEntries, ledgers },
  reads: creditEvents,
  on: handlerForEveryEvent(creditEvents, enter),
});
