import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { safeReturnPath } from '@waystory/client/identity/return-path.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { creditsPerTurn } from '@waystory/proto/billing/credit.ts';
import type { CreditEntry } from '@waystory/proto/billing/credit-entry.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { SkeletonBlocks } from '@waystory/ui/skeleton.tsx';
import { ArrowLeft, Coins } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';
import { ledgerOf, ordersOf } from '../../model/credits/credits.query.ts';
import { offerOfOrder } from '../../model/credits/offer.ts';
import { isCancellable, stageOf } from '../../model/credits/order-stage.ts';
import { OrderBadge } from './order-badge.tsx';
import { Packages } from './packages.tsx';
import { useCancellation } from './use-cancellation.ts';
import { usePaymentDialog, useShowOrder } from './use-payment-dialog.tsx';

/** Balance, packages, orders and ledger of an account. */
export function CreditsSection({ account }: { account: Account }) {
  const { t } = useTranslation('credits');
  return (
    <section id="credits" aria-labelledby="credits-title" className="scroll-mt-20 space-y-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="credits-title" className="text-heading">
          {t('title')}
        </h2>
        <WayBack />
      </div>
      <Balance credits={account.credits} />
      <Packages accountId={account.id} />
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-2">
        <Orders accountId={account.id} />
        <Ledger accountId={account.id} />
      </div>
    </section>
  );
}

function Balance({ credits }: { credits: number }) {
  const { t } = useTranslation('credits');
  return (
    <Card className="flex items-center gap-5">
      <span aria-hidden="true" className="grid size-14 shrink-0 place-items-center rounded-card bg-accent-soft text-accent-text">
        <Coins className="size-7" strokeWidth={1.6} />
      </span>
      <div className="min-w-0">
        <p role="status" className="text-title tabular-nums">
          {t('amount', { count: credits })}
        </p>
        <p className="mt-1 text-muted text-small">{credits < 0 ? t('balance.debt') : t('balance.cost', { count: creditsPerTurn })}</p>
      </div>
    </Card>
  );
}

/** Link back to the page that sent the user here for credits. */
function WayBack() {
  const { t } = useTranslation('credits');
  const { history } = useRouter();
  const returnTo = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('returnTo') });
  const path = safeReturnPath(returnTo, location.origin);
  if (path === null) return null;
  const go = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(path);
  };
  return (
    <a href={path} onClick={go} className="inline-flex items-center gap-1.5 rounded font-semibold text-accent-text text-small hover:underline">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {t('wayBack')}
    </a>
  );
}

/** Ledger of an account: sources and uses of its credits. */
function Ledger({ accountId }: { accountId: string }) {
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

/** Orders of an account, open ones included. */
function Orders({ accountId }: { accountId: string }) {
  const { t } = useTranslation('credits');
  const orders = useInfiniteQuery(ordersOf(accountId));
  const { pay, dialog } = usePaymentDialog(useShowOrder());
  return (
    <GrowingList title={t('orders.title')} query={orders} empty={t('orders.empty')} error={t('orders.error')} more={t('orders.more')}>
      {orders.data?.pages
        .flatMap(({ items }) => items)
        .map((order) => (
          <OrderRow key={order.id} order={order} onPay={() => pay({ order }, offerOfOrder(order))} />
        ))}
      {dialog}
    </GrowingList>
  );
}

function OrderRow({ order, onPay }: { order: Order; onPay: () => void }) {
  const { t, i18n } = useTranslation('credits');
  const { cancel, isPending } = useCancellation(order);
  const stage = stageOf(order);
  return (
    <li className="py-3">
      <div className="flex items-baseline justify-between gap-4">
        <Link
          to="/profile/orders/$orderId"
          params={{ orderId: order.id }}
          className="wrap-anywhere min-w-0 rounded font-semibold text-ink hover:underline"
        >
          {order.packageName}
        </Link>
        <span className="shrink-0 font-semibold tabular-nums">{moneyText(order.amount, order.currency, i18n.language)}</span>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-small">
        <OrderBadge order={order} />
        <span>{t('amount', { count: order.credits })}</span>
        <span>{dayText(order.createdAt, i18n.language)}</span>
      </div>
      {isCancellable(stage) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {stage === 'open' && (
            <Button size="sm" onClick={onPay} aria-label={t('orders.payLabel', { name: order.packageName })}>
              {t('orders.pay')}
            </Button>
          )}
          <Button size="sm" variant="quiet" loading={isPending} onClick={cancel} aria-label={t('orders.cancelLabel', { name: order.packageName })}>
            {t('orders.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}

interface GrowingListProps {
  title: string;
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly unknown[] }>>;
  empty: string;
  error: string;
  /** Label of the button that loads older rows. */
  more: string;
  /** Rows of the list. */
  children: ReactNode;
}

/** A list with its newest rows; a button loads older ones. */
function GrowingList({ title, query, empty, error, more, children }: GrowingListProps) {
  const { t } = useTranslation('credits');
  const id = useId();
  const count = query.data?.pages.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="font-bold">
        {title}
      </h3>
      {query.isPending && <RowsSkeleton />}
      {query.isError && !query.data && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-small">
          <p className="text-danger">{error}</p>
          <Button size="sm" variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('again')}
          </Button>
        </div>
      )}
      {count === 0 && <p className="mt-3 text-muted">{empty}</p>}
      <ul className="mt-1 divide-y divide-line">{children}</ul>
      {query.hasNextPage && (
        <Button size="sm" variant="secondary" className="mt-3" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {more}
        </Button>
      )}
    </section>
  );
}

const RowsSkeleton = () => <SkeletonBlocks count={3} className="mt-3 flex flex-col gap-3" blockClassName="h-12" />;
