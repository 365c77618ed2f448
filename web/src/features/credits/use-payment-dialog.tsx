import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Wanted } from '../../model/credits/live-purchase.ts';
import type { Offer } from '../../model/credits/offer.ts';

// Nobody needs it before something is bought.
const PaymentDialog = lazyPart(async () => (await import('./payment-dialog.tsx')).PaymentDialog, 'nothing');

/** The one dialog of a part of the page that leads to Stripe, and how it is opened. `onElsewhere` is given an order that cannot be paid here any more. */
export function usePaymentDialog(onElsewhere: (orderId: string) => void): { pay: (wanted: Wanted, offer: Offer) => void; dialog: ReactNode } {
  const [open, setOpen] = useState<{ wanted: Wanted; offer: Offer } | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const pay = useCallback((wanted: Wanted, offer: Offer) => setOpen({ wanted, offer }), []);
  const see = (orderId: string): void => {
    close();
    onElsewhere(orderId);
  };
  const dialog = <Suspense>{open && <PaymentDialog {...open} onClose={close} onElsewhere={see} />}</Suspense>;
  return { pay, dialog };
}
