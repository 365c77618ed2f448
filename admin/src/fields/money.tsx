import { browserLocale } from '@waystory/client/environment.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import { useRecordContext } from 'react-admin';

/** Price of an order in the reader's number format. */
export function Money({ source = 'amount' }: { source?: string; label?: string }) {
  const record = useRecordContext();
  return record ? <span>{moneyText(Number(record[source]), String(record.currency), browserLocale())}</span> : null;
}
