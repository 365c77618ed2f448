import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { LoginPromptContext, type SignInReason } from '../../model/identity/sign-in-gate.ts';

/** spec 4: the text stays until the closing animation is over, milliseconds. */
const clearAfter = 200;

const LoginPromptDialog = lazyPart(async () => (await import('./login-prompt-dialog.tsx')).LoginPromptDialog, 'nothing');

/** Provides the single login prompt of the page. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // Stays mounted after the first prompt, so that closing can animate.
  const [wanted, setWanted] = useState(false);
  const [reason, setReason] = useState<SignInReason>({});
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((next: SignInReason = {}) => {
    clearTimeout(clearing.current);
    setReason(next);
    setWanted(true);
    setOpen(true);
  }, []);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) clearing.current = setTimeout(() => setReason({}), clearAfter);
  };
  return (
    <LoginPromptContext value={show}>
      {children}
      <Suspense>{wanted && <LoginPromptDialog open={open} onOpenChange={change} reason={reason} />}</Suspense>
    </LoginPromptContext>
  );
}
