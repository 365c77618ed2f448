import { createContext, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** A chunk of its own, preloaded with the page so that it works offline. */
const ConfirmQuestion = lazyPart(async () => (await import('./confirm-question.tsx')).ConfirmQuestion, 'nothing');

export interface ConfirmRequest {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** Resolves with true when the question is moot; the dialog then closes as if confirmed. */
  moot?: Promise<boolean> | undefined;
}

type Confirm = (request: ConfirmRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** Asks the user: true on agreement, false on cancel or Escape. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}

/** Once around the app. Shows one question at a time; another one answers the first with false. */
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
