import { auth } from '@waystory/client/identity/auth.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { intents } from '../../model/identity/intent.ts';
import type { SignInReason } from '../../model/identity/sign-in-gate.ts';

const benefits = ['create', 'save', 'follow', 'assistant'] as const;

interface LoginPromptDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  reason: SignInReason;
}

/** spec 2.4: dialog that stores the intent when the visitor leaves for the sign-in. Cancelling stores nothing. */
export function LoginPromptDialog({ open, onOpenChange, reason: { title, description, intent } }: LoginPromptDialogProps) {
  const { t } = useTranslation();
  const leave = (signUp: boolean): void => {
    const isPage = intent?.kind === 'page';
    // A page intent becomes the return path; any other intent is run after the return.
    intents.keep(isPage ? undefined : intent);
    void auth.signIn({ signUp, ...(isPage && { returnTo: intent.path }) });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title ?? t('common.loginPrompt.title')}
      description={description ?? t('common.loginPrompt.description')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('common.loginPrompt.cancel')}
          </Button>
          <Button variant="secondary" onClick={() => leave(false)}>
            {t('common.loginPrompt.logIn')}
          </Button>
          <Button onClick={() => leave(true)}>{t('common.loginPrompt.signUp')}</Button>
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
