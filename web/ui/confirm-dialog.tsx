import { createContext, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** A separate chunk, preloaded with the page so that the dialog also opens offline. */
const ConfirmQuestion = lazyPart(async () => (await import('./confirm-question.tsx')).ConfirmQuestion, 'nothing');

export interface ConfirmRequest {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** True for an action that cannot be undone. */
  danger?: boolean;
  /** Resolves with true when the question is moot; the dialog then closes as if confirmed. */
  moot?: Promise<boolean> | undefined;
}

type Confirm = (request: ConfirmRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/**
 * Returns a function that opens a confirmation dialog. It resolves with true on agreement or when the question is moot, and with false on cancel,
 * Escape or a second request.
 */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}

/** Provider of the confirmation dialog, once around the app. A second request resolves the first with false. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<ConfirmRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(agreed: boolean) => void>(null);

  const settle = useCallback((agreed: boolean): void => {
    answer.current?.(agreed);
    answer.current = null;
    setOpen(false);
  }, []);
  const confirm = useCallback<Confirm>(
    (next) => {
      settle(false);
      setRequest(next);
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
        void next.moot?.then((isMoot) => isMoot && answer.current === resolve && settle(true));
      });
    },
    [settle],
  );

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Suspense fallback={null}>
        <ConfirmQuestion request={request} isOpen={isOpen} onAnswer={settle} />
      </Suspense>
    </ConfirmContext>
  );
}
