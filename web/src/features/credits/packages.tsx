import { useQuery } from '@tanstack/react-query';
import { useConfig } from '@waystory/client/config-context.tsx';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { CreditPackage } from '@waystory/proto/billing/order.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { SkeletonBlocks } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { creditPackages } from '../../model/credits/credits.query.ts';
import { offerOfPackage } from '../../model/credits/offer.ts';
import { returnPathAfterPayment } from '../../model/credits/return-to.ts';
import { usePaymentDialog, useShowOrder } from './use-payment-dialog.tsx';

/** Packages on sale. */
export function Packages({ accountId }: { accountId: string }) {
  const { t } = useTranslation('credits');
  const { testPayments } = useConfig();
  const isAway = useIsAway();
  const packages = useQuery(creditPackages(accountId));
  const { pay, dialog } = usePaymentDialog(useShowOrder());
  const buy = (pack: CreditPackage): void =>
    pay({ purchase: { accountId, packageId: pack.id, returnTo: returnPathAfterPayment(location.href, location.origin) } }, offerOfPackage(pack));
  if (packages.isError && !packages.data) return <ErrorState headingLevel={3} title={t('packages.error')} onRetry={() => void packages.refetch()} />;
  return (
    <div className="space-y-3">
      <h3 className="sr-only">{t('packages.title')}</h3>
      {packages.isPending && <PackagesSkeleton />}
      {packages.data?.length === 0 && <p className="text-muted">{t('packages.none')}</p>}
      <ul className="grid gap-4 sm:grid-cols-3">
        {packages.data?.map((one) => (
          <PackageCard key={one.id} pack={one} disabled={isAway} onBuy={() => buy(one)} />
        ))}
      </ul>
      {isAway && <p className="text-muted text-small">{t('packages.away')}</p>}
      {testPayments && (
        <p className="flex items-center gap-2 text-muted text-small">
          <FlaskConical aria-hidden="true" className="size-4 shrink-0" />
          {t('packages.test')}
        </p>
      )}
      {dialog}
    </div>
  );
}

interface PackageCardProps {
  pack: CreditPackage;
  disabled: boolean;
  onBuy: () => void;
}

function PackageCard({ pack: { name, credits, price, currency, popular }, disabled, onBuy }: PackageCardProps) {
  const { t, i18n } = useTranslation('credits');
  const text = moneyText(price, currency, i18n.language);
  return (
    <Card asChild className={cn('flex flex-col gap-1', popular && 'border-accent ring-1 ring-accent')}>
      <li>
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
          <h4 className="font-bold">{name}</h4>
          {popular && <Badge tone="accent">{t('packages.popular')}</Badge>}
        </div>
        <p className="text-muted">{t('amount', { count: credits })}</p>
        <p className="mt-2 mb-4 font-extrabold text-heading tabular-nums">{text}</p>
        <Button
          variant={popular ? 'primary' : 'secondary'}
          className="mt-auto"
          full
          disabled={disabled}
          onClick={onBuy}
          aria-label={t('packages.buyLabel', { name, price: text })}
        >
          {t('packages.buy')}
        </Button>
      </li>
    </Card>
  );
}

const PackagesSkeleton = () => <SkeletonBlocks count={3} className="grid gap-4 sm:grid-cols-3" blockClassName="h-44 rounded-card" />;
