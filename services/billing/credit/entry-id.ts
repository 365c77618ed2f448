import { derivedId } from '@waystory/infra/identifier.ts';

/** Above every position in a ledger. */
const end = 2 ** 48 - 1;

/** Id of an entry by its position. Later entries get lesser ids, because lists show the lesser id first among entries of one moment. */
export function entryId(accountId: string, version: number): string {
  const place = (end - version).toString(16).padStart(12, '0');
  return `${place.slice(0, 8)}-${place.slice(8)}${derivedId('credit-entry', accountId).slice(13)}`;
}
