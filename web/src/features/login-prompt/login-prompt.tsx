import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react';

/** spec 4: the text stays until the closing animation is over, milliseconds. */
const clearAfter = 200;

export interface LoginPromptText {
  title?: string | undefined;
  description?: string | undefined;
}

const LoginPromptDialog = lazy(() => import('./login-prompt-dialog.tsx').then((module) => ({ default: module.LoginPromptDialog })));
const LoginPromptContext = createContext<((text?: LoginPromptText) => void) | null>(null);

/** Opens the login prompt from anywhere (spec 2.4). */
export function useLoginPrompt(): (text?: LoginPromptText) => void {
  const open = use(LoginPromptContext);
  if (!open) throw new Error('useLoginPrompt is called outside of the app');
  return open;
}

/** Holds the one login prompt of the page. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // Stays once it was asked for, so that it can also close.
  const [wanted, setWanted] = useState(false);
  const [text, setText] = useState<LoginPromptText>({});
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((next: LoginPromptText = {}) => {
    clearTimeout(clearing.current);
    setText(next);
    setWanted(true);
    setOpen(true);
  }, []);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) clearing.current = setTimeout(() => setText({}), clearAfter);
  };
  return (
    <LoginPromptContext value={show}>
      {children}
      <Suspense>{wanted && <LoginPromptDialog open={open} onOpenChange={change} text={text} />}</Suspense>
    </LoginPromptContext>
  );
}
