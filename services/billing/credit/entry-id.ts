import { derivedId } from '@waystory/infra/identifier.ts';

/** Id of an entry by its place in the ledger. Those of the same moment sort by it, because their ids do. */
export function entryId(accountId: string, version: number): string {
  const place = version.toString(16).padStart(12, '0');
  return `${place.slice(0, 8)}-${place.slice(8)}${derivedId('credit-entry', accountId).slice(13)}`;
}
