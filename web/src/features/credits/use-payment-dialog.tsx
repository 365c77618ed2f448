import { useNavigate } from '@tanstack/react-router';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { PaymentTarget } from '../../model/credits/live-purchase.ts';
import type { Offer } from '../../model/credits/offer.ts';

// Loaded on demand, at the first purchase.
const PaymentDialog = lazyPart(async () => (await import('./payment-dialog.tsx')).PaymentDialog, 'nothing');

/** Payment dialog of a component, and a function that opens it. `onElsewhere` receives the id of an order that can no longer be paid here. */
export function usePaymentDialog(onElsewhere: (orderId: string) => void): { pay: (wanted: PaymentTarget, offer: Offer) => void; dialog: ReactNode } {
  const [open, setOpen] = useState<{ wanted: PaymentTarget; offer: Offer } | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const pay = useCallback((wanted: PaymentTarget, offer: Offer) => setOpen({ wanted, offer }), []);
  const see = (orderId: string): void => {
    close();
    onElsewhere(orderId);
  };
  const dialog = <Suspense>{open && <PaymentDialog {...open} onClose={close} onElsewhere={see} />}</Suspense>;
  return { pay, dialog };
}

/** Sets or clears the search parameter `order`; the page shows the order with that id in a dialog. */
export function useShowOrder(): (orderId: string | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (order) =>
      void navigate({ to: '.', search: (now: object) => ({ ...now, order, payment: undefined }), hash: true, replace: true, resetScroll: false }),
    [navigate],
  );
}
