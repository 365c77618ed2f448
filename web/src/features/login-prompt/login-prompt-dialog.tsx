import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../client/identity/auth.ts';
import type { LoginPromptText } from '../../model/identity/sign-in-gate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const benefits = ['create', 'save', 'follow', 'assistant'] as const;

/** spec 2.4 */
export function LoginPromptDialog({ open, onOpenChange, text }: { open: boolean; onOpenChange: (open: boolean) => void; text: LoginPromptText }) {
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
