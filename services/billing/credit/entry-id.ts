import { derivedId } from '@waystory/infra/identifier.ts';

/** Higher than any place in a ledger. */
const end = 2 ** 48 - 1;

/** Id of an entry by its place in the ledger. Of entries of the same moment, lists show the one with the lesser id first: it is the later one. */
export function entryId(accountId: string, version: number): string {
  const place = (end - version).toString(16).padStart(12, '0');
  return `${place.slice(0, 8)}-${place.slice(8)}${derivedId('credit-entry', accountId).slice(13)}`;
}
