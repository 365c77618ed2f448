import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Button } from '@waystory/ui/button.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { useTranslation } from 'react-i18next';
import { creditPackages } from '../../model/credits/credits.query.ts';
import { offerOfOrder, offerOfPackage } from '../../model/credits/offer.ts';
import { isCancellable, isLost, stageOf } from '../../model/credits/order-stage.ts';
import { afterPayment } from '../../model/credits/return-to.ts';
import { useCancellation } from './use-cancellation.ts';
import { usePaymentDialog } from './use-payment-dialog.tsx';

/** Actions that the state of an order allows: pay, cancel, retry, receipt. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('credits');
  const { cancel, isPending } = useCancellation(order);
  // The order itself is shown already.
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
      {isLost(stage) && <BuyAgain order={order} pay={pay} />}
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

/** Buys the package again at its current price; without that offer, links to the packages on sale. */
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
    pay({ purchase: { accountId, packageId, returnTo: afterPayment(location.href, location.origin) } }, offerOfPackage(pack));
  };
  return (
    <Button loading={packages.isPending} onClick={again}>
      {t('again')}
    </Button>
  );
}
