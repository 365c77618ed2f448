import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Names in the address the order that is looked at over the page, or none any more. */
export function useOrderAddress(): (orderId: string | undefined) => void {
  const navigate = useNavigate();
  return useCallback(
    (order) =>
      void navigate({ to: '.', search: (now: object) => ({ ...now, order, payment: undefined }), hash: true, replace: true, resetScroll: false }),
    [navigate],
  );
}
