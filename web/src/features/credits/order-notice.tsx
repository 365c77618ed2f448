import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Progress } from '@waystory/ui/progress.tsx';
import { SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';
import { useAccount } from '../../model/account/account.query.ts';
import { creditPackages, orderOf } from '../../model/credits/credits.query.ts';
import { offerOfOrder, offerOfPackage } from '../../model/credits/offer.ts';
import { endedWithoutCredits, isCancellable, stageOf } from '../../model/credits/order-stage.ts';
import { returnPathAfterPayment } from '../../model/credits/return-to.ts';
import { useCancellation } from './use-cancellation.ts';
import { usePaymentDialog, useShowOrder } from './use-payment-dialog.tsx';

/**
 * State of the order whose id is in the URL. The dialog covers the page, for example after the redirect back from Stripe, until the user closes it.
 */
export function OrderNotice({ id }: { id: string }) {
  const { t } = useTranslation('credits');
  const { attempted, person } = useAuth(true);
  const { data: account } = useAccount();
  const show = useShowOrder();
  const close = (): void => show(undefined);
  if (attempted && !person)
    return (
      <NoticeDialog title={t('notice.signedOut.title')} text={t('notice.signedOut.text')} onClose={close}>
        <Button onClick={() => void auth.signIn()}>{t('logIn')}</Button>
      </NoticeDialog>
    );
  if (!account) return <NoticeDialog title={t('notice.loading')} onClose={close} isLoading />;
  return <OwnOrder account={account} id={id} onClose={close} />;
}

function OwnOrder({ account, id, onClose }: { account: Account; id: string; onClose: () => void }) {
  const { t } = useTranslation('credits');
  const query = useQuery(orderOf(account.id, id));
  if (query.data) return <Known order={query.data} credits={account.credits} onClose={onClose} />;
  if (query.isPending) return <NoticeDialog title={t('notice.loading')} onClose={onClose} isLoading />;
  if (problemCode(query.error) === 'order/unknown')
    return (
      <NoticeDialog title={t('notice.missing.title')} text={t('notice.missing.text')} onClose={onClose}>
        <ToOrders />
      </NoticeDialog>
    );
  return (
    <NoticeDialog title={t('notice.error.title')} text={t('notice.error.text')} onClose={onClose}>
      <Button loading={query.isFetching} onClick={() => void query.refetch()}>
        {t('again')}
      </Button>
    </NoticeDialog>
  );
}

/** Dialog with the current state of an order. */
function Known({ order, credits, onClose }: { order: Order; credits: number; onClose: () => void }) {
  const { t, i18n } = useTranslation('credits');
  const { chatOpen } = useSearch({ from: '__root__' });
  const isAway = useIsAway();
  // Stripe may redirect back before its webhook has confirmed the payment.
  const isSaid = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('payment') === 'made' });
  const stage = stageOf(order);
  const shown = stage === 'open' && isSaid ? 'paid' : stage;
  const isWaiting = shown === 'opening' || shown === 'paid' || shown === 'arriving';
  const values = {
    count: order.credits,
    name: order.packageName,
    price: moneyText(order.amount, order.currency, i18n.language),
    until: order.expiresAt ? dayText(order.expiresAt, i18n.language, true) : '',
    reason: order.refundReason ?? '',
  };
  return (
    <NoticeDialog
      title={t(`notice.${shown}.title`, values)}
      onClose={onClose}
      closeLabel={chatOpen === undefined ? undefined : t('notice.toChat')}
      isDone={stage === 'fulfilled'}
      body={
        <div role="status" className="grid gap-4">
          <p>{t(`notice.${shown}.text`, values)}</p>
          {shown === 'open' && order.problem === 'DECLINED' && <p>{t('notice.open.declined')}</p>}
          {isWaiting && !isAway && <Progress label={t(`notice.${shown}.progress`)} hideLabel value={null} />}
          {isAway && <p className="text-warning">{t('notice.away')}</p>}
          {stage === 'fulfilled' && <p className="rounded-card bg-sunken px-4 py-3.5 font-bold">{t('notice.balance', { count: credits })}</p>}
        </div>
      }
    >
      {shown !== 'paid' && <OrderActions order={order} />}
    </NoticeDialog>
  );
}

function ToOrders() {
  const { t } = useTranslation('credits');
  return (
    <LinkButton asChild variant="secondary">
      <Link to="/profile" hash="credits" search={{ order: undefined }}>
        {t('notice.toOrders')}
      </Link>
    </LinkButton>
  );
}

interface NoticeDialogProps {
  title: string;
  text?: string;
  body?: ReactNode;
  onClose: () => void;
  closeLabel?: string | undefined;
  /** The only action left is to close the notice. */
  isDone?: boolean;
  isLoading?: boolean;
  /** Buttons beside the close button. */
  children?: ReactNode;
}

function NoticeDialog({ title, text, body, onClose, closeLabel, isDone = false, isLoading = false, children }: NoticeDialogProps) {
  const { t } = useTranslation('credits');
  const close = (
    <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
      {closeLabel ?? t(isDone ? 'notice.goOn' : 'close')}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          {!isDone && close}
          {children}
          {isDone && close}
        </>
      }
    >
      {isLoading && (
        <SkeletonGroup>
          <SkeletonText lines={2} />
        </SkeletonGroup>
      )}
      {text && <p>{text}</p>}
      {body}
    </Dialog>
  );
}

/** Actions that the state of an order allows: pay, cancel, retry, receipt. */
function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('credits');
  const { cancel, isPending } = useCancellation(order);
  // The callback does nothing, because the page already shows an order that can no longer be paid.
  const { pay, dialog } = usePaymentDialog(() => {});
  const stage = stageOf(order);
  return (
    <>
      {isCancellable(stage) && (
        <Button variant="quiet" loading={isPending} onClick={cancel}>
          {t('orders.cancel')}
        </Button>
      )}
      {stage === 'open' && <Button onClick={() => pay({ order }, offerOfOrder(order))}>{t('orders.pay')}</Button>}
      {endedWithoutCredits(stage) && <BuyAgain order={order} pay={pay} />}
      {(order.paidAt !== null || stage === 'held') && (
        <LinkButton asChild variant="secondary">
          <Link to="/profile/orders/$orderId" params={{ orderId: order.id }} search={{ order: undefined }}>
            {t('notice.receipt')}
          </Link>
        </LinkButton>
      )}
      {dialog}
    </>
  );
}

/** Buys the package again at its current price. When the package is no longer on sale, links to the packages on sale. */
function BuyAgain({ order: { accountId, packageId }, pay }: { order: Order; pay: ReturnType<typeof usePaymentDialog>['pay'] }) {
  const { t } = useTranslation('credits');
  const packages = useQuery(creditPackages(accountId));
  const pack = packages.data?.find(({ id }) => id === packageId);
  if (!pack && !packages.isPending)
    return (
      <LinkButton asChild>
        <Link to="/profile" hash="credits" search={{ order: undefined }}>
          {t('notice.others')}
        </Link>
      </LinkButton>
    );
  const again = (): void => {
    if (!pack) return;
    pay({ purchase: { accountId, packageId, returnTo: returnPathAfterPayment(location.href, location.origin) } }, offerOfPackage(pack));
  };
  return (
    <Button loading={packages.isPending} onClick={again}>
      {t('again')}
    </Button>
  );
}
