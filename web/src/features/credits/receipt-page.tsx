import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { LogoMark } from '@waystory/ui/logo.tsx';
import { PageSkeleton } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';
import { isId } from '../../lib/identifier.ts';
import { useAccount } from '../../model/account/account.query.ts';
import { orderOf } from '../../model/credits/credits.query.ts';
import { isTestPayment } from '../../model/credits/order-stage.ts';
import { OrderBadge } from './order-badge.tsx';
import './receipt.css';

/** Printable page of one order, which is a receipt once the order is paid. */
export function ReceiptPage() {
  const { orderId } = useParams({ from: '/profile/orders/$orderId' });
  const { data: account, isError, refetch } = useAccount();
  const { t } = useTranslation('credits');
  if (!isId(orderId)) return <Missing />;
  if (account) return <OwnOrder account={account} orderId={orderId} />;
  return isError ? <ErrorState headingLevel={1} title={t('receipt.error')} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

function OwnOrder({ account, orderId }: { account: Account; orderId: string }) {
  const { t } = useTranslation('credits');
  const { data: order, error, refetch } = useQuery(orderOf(account.id, orderId));
  if (order) return <Receipt account={account} order={order} />;
  if (!error) return <PageSkeleton />;
  if (problemCode(error) === 'order/unknown') return <Missing />;
  return <ErrorState headingLevel={1} title={t('receipt.error')} onRetry={() => void refetch()} />;
}

function Missing() {
  const { t } = useTranslation('credits');
  useDocumentTitle(t('receipt.missing'));
  return (
    <EmptyState
      headingLevel={1}
      icon={<ReceiptText />}
      title={t('receipt.missing')}
      text={t('receipt.missingText')}
      action={
        <LinkButton asChild>
          <Link to="/profile">{t('receipt.back')}</Link>
        </LinkButton>
      }
    />
  );
}

function Receipt({ account, order }: { account: Account; order: Order }) {
  const { t } = useTranslation('credits');
  const title = t(order.paidAt ? 'receipt.title' : 'receipt.orderTitle');
  useDocumentTitle(`${title} ${order.packageName}`);
  return (
    <div className="receipt mx-auto w-full max-w-2xl px-4 py-8 sm:px-6 md:py-14">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link
          to="/profile"
          hash="credits"
          className="inline-flex items-center gap-1.5 rounded font-semibold text-accent-text text-small hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('receipt.back')}
        </Link>
        <Button size="sm" variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          {t('receipt.print')}
        </Button>
      </div>
      <Card asChild padding="lg">
        <article>
          <header className="flex flex-wrap items-start justify-between gap-4">
            <div>
              <h1 className="text-title">{title}</h1>
              <p className="mt-1 flex items-center gap-2">
                <OrderBadge order={order} />
              </p>
            </div>
            <span className="flex items-center gap-2 font-extrabold tracking-tight">
              <LogoMark className="size-8" />
              Waystory
            </span>
          </header>
          <ReceiptLines account={account} order={order} />
          {!order.paidAt && <p className="mt-6 text-muted text-small">{t('receipt.unpaid')}</p>}
          {isTestPayment(order) && <p className="mt-6 font-semibold text-small text-warning">{t('receipt.test')}</p>}
        </article>
      </Card>
    </div>
  );
}

/** Lines of a receipt. */
function ReceiptLines({ account, order }: { account: Account; order: Order }) {
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
