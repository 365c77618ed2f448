import { auth } from '@waystory/client/identity/auth.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import { Button } from '@waystory/ui/button.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '../../model/credits/offer.ts';
import type { PaymentStep } from './use-payment.ts';

interface PaymentButtonProps {
  step: PaymentStep;
  offer: Offer;
  onAgree: () => void;
  onLeave: (page: string) => void;
  onElsewhere: (orderId: string) => void;
}

/** How it goes on from here; nothing where it does not. */
export function PaymentButton({ step, offer, onAgree, onLeave, onElsewhere }: PaymentButtonProps) {
  const { t, i18n } = useTranslation('credits');
  const toPay = ({ amount, currency }: Offer): string => t('payment.go', { price: moneyText(amount, currency, i18n.language) });
  switch (step.kind) {
    case 'asked':
    // It stays where it is while it works: a second click meets nothing else.
    case 'preparing':
      return (
        <Button loading={step.kind === 'preparing'} onClick={onAgree}>
          {toPay(offer)}
        </Button>
      );
    case 'changed':
      return <Button onClick={() => onLeave(step.page)}>{toPay(step.offer)}</Button>;
    case 'leaving':
      return (
        <LinkButton href={step.page} icon={<ExternalLink aria-hidden="true" />}>
          {t('payment.open')}
        </LinkButton>
      );
    case 'elsewhere':
      return <Button onClick={() => onElsewhere(step.order.id)}>{t('payment.see')}</Button>;
    case 'failed':
      if (step.failure === 'signed-out') return <Button onClick={() => void auth.signIn()}>{t('logIn')}</Button>;
      return step.failure === 'suspended' || step.failure === 'package-gone' ? null : <Button onClick={onAgree}>{t('again')}</Button>;
    case 'slow':
      return null;
    default:
      return step satisfies never;
  }
}
