import { createContext, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** Apart from the first chunk, but fetched with the page: without a connection a question can still be asked. */
const ConfirmQuestion = lazyPart(async () => (await import('./confirm-question.tsx')).ConfirmQuestion, 'nothing');

export interface ConfirmRequest {
  title: string;
  text: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** What is confirmed cannot be taken back. */
  danger?: boolean;
  /** True as soon as there is nothing left to ask: the question goes, as if they had agreed. */
  moot?: Promise<boolean> | undefined;
}

type Confirm = (request: ConfirmRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

/** Asks the person at the screen; true when they agree, false when they cancel or press Escape. */
export function useConfirm(): Confirm {
  const confirm = use(ConfirmContext);
  if (!confirm) throw new Error('useConfirm needs a ConfirmProvider above it');
  return confirm;
}

/** Once around the app: shows one question at a time. A second question answers the first with false. */
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
