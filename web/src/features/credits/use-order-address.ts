import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Sets or clears the order in the address, which the page shows on top. */
export function useOrderAddress(): (orderId: string | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (order) =>
      void navigate({ to: '.', search: (now: object) => ({ ...now, order, payment: undefined }), hash: true, replace: true, resetScroll: false }),
    [navigate],
  );
}
