import { Check } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../app/identity/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** spec 4: the text stays until the closing animation is over, milliseconds. */
const clearAfter = 200;

export interface LoginPromptText {
  title?: string | undefined;
  description?: string | undefined;
}

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
  const [text, setText] = useState<LoginPromptText>({});
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((next: LoginPromptText = {}) => {
    clearTimeout(clearing.current);
    setText(next);
    setOpen(true);
  }, []);
  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) clearing.current = setTimeout(() => setText({}), clearAfter);
  };
  const value = useMemo(() => show, [show]);
  return (
    <LoginPromptContext value={value}>
      {children}
      <LoginPrompt open={open} onOpenChange={change} text={text} />
    </LoginPromptContext>
  );
}

const benefits = ['create', 'save', 'follow', 'assistant'] as const;

function LoginPrompt({ open, onOpenChange, text }: { open: boolean; onOpenChange: (open: boolean) => void; text: LoginPromptText }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={text.title ?? t('common.loginPrompt.title')}
      description={text.description ?? t('common.loginPrompt.description')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('common.loginPrompt.cancel')}
          </Button>
          <Button variant="secondary" onClick={() => void auth.signIn()}>
            {t('common.loginPrompt.logIn')}
          </Button>
          <Button onClick={() => void auth.signIn({ signUp: true })}>{t('common.loginPrompt.signUp')}</Button>
        </>
      }
    >
      <h3 className="font-semibold text-ink">{t('common.loginPrompt.why')}</h3>
      <ul className="mt-3 space-y-2">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex items-start gap-3 text-muted">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
            {t(`common.loginPrompt.benefits.${benefit}`)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
