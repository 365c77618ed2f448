import type { Account } from '@waystory/proto/accounts/account.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';

/** Lines of a receipt. */
export function ReceiptLines({ account, order }: { account: Account; order: Order }) {
  const { t, i18n } = useTranslation('credits');
  const day = (instant: string): string => dayText(instant, i18n.language, true);
  const amount = moneyText(order.amount, order.currency, i18n.language);
  return (
    <>
      <dl className="mt-8 grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
        <Line label={t('receipt.number')} value={<span className="wrap-anywhere">{order.id}</span>} />
        <Line label={t('receipt.account')} value={account.userName} />
        <Line label={t('receipt.ordered')} value={day(order.createdAt)} />
        {order.paidAt && <Line label={t('receipt.paid')} value={day(order.paidAt)} />}
        {order.refundedAt && <Line label={t('receipt.refunded')} value={day(order.refundedAt)} />}
        {order.refundReason && <Line label={t('receipt.reason')} value={<span dir="auto">{order.refundReason}</span>} />}
      </dl>
      <table className="mt-8 w-full border-line border-y text-left">
        <thead className="text-muted text-small">
          <tr>
            <th scope="col" className="py-2.5 pr-4 font-semibold">
              {t('receipt.what')}
            </th>
            <th scope="col" className="py-2.5 text-right font-semibold">
              {t('receipt.amount', { currency: order.currency.toUpperCase() })}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-t">
            <td className="py-3 pr-4">
              {order.packageName}, {t('amount', { count: order.credits })}
            </td>
            <td className="py-3 text-right tabular-nums">{amount}</td>
          </tr>
          {order.status === 'REFUNDED' && (
            <tr className="border-line border-t">
              <td className="py-3 pr-4">{t('receipt.refund')}</td>
              <td className="py-3 text-right tabular-nums">{moneyText(-order.amount, order.currency, i18n.language)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="border-line-strong border-t font-bold">
            <th scope="row" className="py-3 pr-4">
              {t(order.paidAt ? 'receipt.total' : 'receipt.due')}
            </th>
            <td className="py-3 text-right tabular-nums">{order.status === 'REFUNDED' ? moneyText(0, order.currency, i18n.language) : amount}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

const Line = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere font-semibold">{value}</dd>
  </div>
);
