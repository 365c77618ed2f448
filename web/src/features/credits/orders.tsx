import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Button } from '@waystory/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';
import { ordersOf } from '../../model/credits/credits.query.ts';
import { offerOfOrder } from '../../model/credits/offer.ts';
import { isCancellable, stageOf } from '../../model/credits/order-stage.ts';
import { GrowingList } from './growing-list.tsx';
import { OrderBadge } from './order-badge.tsx';
import { useCancellation } from './use-cancellation.ts';
import { useOrderAddress } from './use-order-address.ts';
import { usePaymentDialog } from './use-payment-dialog.tsx';

/** Orders of an account, open ones included. */
export function Orders({ accountId }: { accountId: string }) {
  const { t } = useTranslation('credits');
  const orders = useInfiniteQuery(ordersOf(accountId));
  const { pay, dialog } = usePaymentDialog(useOrderAddress());
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
