import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CreditEntry } from '@waystory/proto/billing/credit-entry.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';
import { ledgerOf } from '../../model/credits/credits.query.ts';
import { GrowingList } from './growing-list.tsx';

/** Ledger of an account: sources and uses of its credits. */
export function Ledger({ accountId }: { accountId: string }) {
  const { t } = useTranslation('credits');
  const ledger = useInfiniteQuery(ledgerOf(accountId));
  return (
    <GrowingList title={t('ledger.title')} query={ledger} empty={t('ledger.empty')} error={t('ledger.error')} more={t('ledger.more')}>
      {ledger.data?.pages
        .flatMap(({ items }) => items)
        .map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
    </GrowingList>
  );
}

function EntryRow({ entry }: { entry: CreditEntry }) {
  const { t, i18n } = useTranslation('credits');
  const { kind, credits, balance, reason, createdAt } = entry;
  const signed = new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero' }).format(credits);
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{t(`ledger.kinds.${kind}`)}</p>
        {reason && (
          <p dir="auto" className="wrap-anywhere text-small">
            {reason}
          </p>
        )}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-muted text-small">
          <span>{dayText(createdAt, i18n.language, true)}</span>
          <EntryLink entry={entry} />
        </p>
      </div>
      <p className="shrink-0 text-right tabular-nums">
        <span className={cn('block font-bold', credits > 0 ? 'text-success' : 'text-ink')}>
          {signed}
          <span className="sr-only"> {t('ledger.credits', { count: Math.abs(credits) })}</span>
        </span>
        <span className="block text-muted text-small">{t('ledger.balance', { balance: new Intl.NumberFormat(i18n.language).format(balance) })}</span>
      </p>
    </li>
  );
}

const linkStyles = 'rounded font-semibold text-accent-text hover:underline';

/** Link to the origin of an entry: its conversation or its order. */
function EntryLink({ entry: { orderId, threadId } }: { entry: CreditEntry }) {
  const { t } = useTranslation('credits');
  if (threadId)
    return (
      <Link to="." search={(now: object) => ({ ...now, chatOpen: 'true', chatThreadId: threadId })} resetScroll={false} className={linkStyles}>
        {t('ledger.toChat')}
      </Link>
    );
  if (orderId)
    return (
      <Link to="/profile/orders/$orderId" params={{ orderId }} className={linkStyles}>
        {t('ledger.toOrder')}
      </Link>
    );
  return null;
}
