import type { Order } from '@waystory/proto/billing/order.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { preparePayment, type Wanted } from '../../model/credits/live-purchase.ts';
import { isSameDeal, type Offer, offerOfOrder } from '../../model/credits/offer.ts';
import { type PurchaseFailure, payPage } from '../../model/credits/payable-order.ts';

export type PaymentStep =
  | { kind: 'asked' }
  | { kind: 'preparing' }
  /** The order costs something else than what was agreed to. */
  | { kind: 'changed'; offer: Offer; page: string }
  | { kind: 'leaving'; page: string }
  | { kind: 'slow' }
  | { kind: 'elsewhere'; order: Order }
  | { kind: 'failed'; failure: PurchaseFailure };

/** The way from an offer to the page of Stripe: agreed to, prepared, left for. `onBack`: the page is shown as it was left, by the button of the browser. */
export function usePayment(wanted: Wanted, offer: Offer, onBack: () => void) {
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
    const page = payPage(outcome.url, location.origin);
    const made = offerOfOrder(outcome.order);
    if (!page) setStep({ kind: 'failed', failure: 'refused' });
    else if (isSameDeal(made, offer)) leave(page);
    else setStep({ kind: 'changed', offer: made, page });
  };
  return { step, agree: () => void agree(), leave };
}
