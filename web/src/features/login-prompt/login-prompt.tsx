import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { intents } from '../../model/identity/intent.ts';
import { LoginPromptContext, type SignInReason } from '../../model/identity/sign-in-gate.ts';

/** spec 4: delay before the text is cleared, so that it stays during the closing animation, milliseconds. */
const clearAfter = 200;

const LoginPromptDialog = lazyPart(async () => (await import('./login-prompt-dialog.tsx')).LoginPromptDialog, 'nothing');

/** Provides the single login prompt of the page. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // Stays mounted after the first prompt, so that closing can animate.
  const [wanted, setWanted] = useState(false);
  const [reason, setReason] = useState<SignInReason>({});
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clearing.current), []);
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

/** Runs the stored intent once the account is ready. Drops it when the visitor returned without a sign-in. */
export function IntentRunner() {
  const { t } = useTranslation();
  const { attempted, redirecting, person } = useAuth(intents.isKept());
  const { data: account } = useAccount();
  const isReady = person !== null && account !== undefined && account.userName !== null;
  const isVisitor = attempted && !redirecting && person === null;
  useEffect(() => {
    if (isVisitor) intents.forget();
  }, [isVisitor]);
  useEffect(() => {
    const intent = isReady ? intents.take() : null;
    // Loaded on demand, because a stored intent is rare.
    if (intent) void import('./run-intent.ts').then(({ runIntent }) => runIntent(intent, t));
  }, [isReady, t]);
  return null;
}
