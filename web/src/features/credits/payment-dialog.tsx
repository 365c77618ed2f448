import { useConfig } from '@waystory/client/config-context.tsx';
import { auth } from '@waystory/client/identity/auth.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Progress } from '@waystory/ui/progress.tsx';
import { ExternalLink, FlaskConical, ShieldCheck } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaymentTarget, preparePayment } from '../../model/credits/live-purchase.ts';
import { hasSameTerms, type Offer, offerOfOrder } from '../../model/credits/offer.ts';
import { type PurchaseFailure, safePaymentUrl } from '../../model/credits/payable-order.ts';

type PaymentStep =
  | { kind: 'asked' }
  | { kind: 'preparing' }
  /** Price or credits of the order differ from the confirmed offer. */
  | { kind: 'changed'; offer: Offer; page: string }
  | { kind: 'leaving'; page: string }
  | { kind: 'slow' }
  | { kind: 'elsewhere'; order: Order }
  | { kind: 'failed'; failure: PurchaseFailure };

/**
 * State machine from an offer to the page of Stripe: confirm, prepare, leave. `onBack` runs when the back button restores the page from the
 * back-forward cache.
 */
function usePayment(wanted: PaymentTarget, offer: Offer, onBack: () => void) {
  const [step, setStep] = useState<PaymentStep>({ kind: 'asked' });
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onBack();
    };
    addEventListener('pageshow', onShow);
    return () => {
      // A closed dialog no longer navigates; the order stays in the list.
      isHere.current = false;
      removeEventListener('pageshow', onShow);
    };
  }, [onBack]);
  const leave = useCallback((page: string): void => {
    setStep({ kind: 'leaving', page });
    location.assign(page);
  }, []);
  const agree = async (): Promise<void> => {
    setStep({ kind: 'preparing' });
    const outcome = await preparePayment(wanted);
    if (!isHere.current) return;
    if (outcome.kind !== 'payable') return setStep(outcome);
    const page = safePaymentUrl(outcome.url, location.origin);
    const made = offerOfOrder(outcome.order);
    if (!page) setStep({ kind: 'failed', failure: 'refused' });
    else if (hasSameTerms(made, offer)) leave(page);
    else setStep({ kind: 'changed', offer: made, page });
  };
  return { step, agree: () => void agree(), leave };
}

interface PaymentButtonProps {
  step: PaymentStep;
  offer: Offer;
  onAgree: () => void;
  onLeave: (page: string) => void;
  onElsewhere: (orderId: string) => void;
}

/** Button for the next step; null when no step is left. */
function PaymentButton({ step, offer, onAgree, onLeave, onElsewhere }: PaymentButtonProps) {
  const { t, i18n } = useTranslation('credits');
  const toPay = ({ amount, currency }: Offer): string => t('payment.go', { price: moneyText(amount, currency, i18n.language) });
  switch (step.kind) {
    case 'asked':
    // The same button stays in place during preparation, so a double click hits no other control.
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

interface PaymentDialogProps {
  wanted: PaymentTarget;
  offer: Offer;
  onClose: () => void;
  /** Shows an order that can no longer be paid. */
  onElsewhere: (orderId: string) => void;
}

/** Confirms package and price before the redirect to Stripe. The dialog stays open until the redirect, and shows a failure. */
export function PaymentDialog({ wanted, offer, onClose, onElsewhere }: PaymentDialogProps) {
  const { t } = useTranslation('credits');
  const { step, agree, leave } = usePayment(wanted, offer, onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`payment.title.${step.kind}`)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t(step.kind === 'asked' || step.kind === 'changed' ? 'payment.stay' : 'close')}
          </Button>
          <PaymentButton step={step} offer={offer} onAgree={agree} onLeave={leave} onElsewhere={onElsewhere} />
        </>
      }
    >
      <div role="status" className="grid gap-4">
        <StepText step={step} offer={offer} />
      </div>
    </Dialog>
  );
}

function StepText({ step, offer }: { step: PaymentStep; offer: Offer }) {
  const { t } = useTranslation('credits');
  switch (step.kind) {
    case 'asked':
      return (
        <>
          <Bill offer={offer} />
          <WhoTakesIt />
        </>
      );
    case 'changed':
      return (
        <>
          <p>{t('payment.changed')}</p>
          <Bill offer={step.offer} />
          <WhoTakesIt />
        </>
      );
    case 'preparing':
    case 'leaving':
      return (
        <>
          <Bill offer={offer} />
          <Progress label={t(`payment.${step.kind}`)} value={null} />
          {step.kind === 'leaving' && <p className="text-muted text-small">{t('payment.leavingHint')}</p>}
        </>
      );
    case 'slow':
      return <p>{t('payment.slow')}</p>;
    case 'elsewhere':
      return <p>{t('payment.elsewhere')}</p>;
    case 'failed':
      return (
        <>
          <p role="alert">{t(`payment.failure.${step.failure}`)}</p>
          <p className="text-muted text-small">{t('payment.nothingTaken')}</p>
        </>
      );
    default:
      return step satisfies never;
  }
}

/** Summary of the offer and its price. */
function Bill({ offer: { name, credits, amount, currency } }: { offer: Offer }) {
  const { t, i18n } = useTranslation('credits');
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card bg-sunken px-4 py-3.5">
      <div>
        <p className="font-bold">{name}</p>
        <p className="text-muted text-small">{t('amount', { count: credits })}</p>
      </div>
      <p className="font-bold text-heading tabular-nums">{moneyText(amount, currency, i18n.language)}</p>
    </div>
  );
}

function WhoTakesIt() {
  const { t } = useTranslation('credits');
  const { testPayments } = useConfig();
  const Icon = testPayments ? FlaskConical : ShieldCheck;
  return (
    <p className="flex items-start gap-3 text-muted text-small">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {t(testPayments ? 'payment.test' : 'payment.stripe')}
    </p>
  );
}
