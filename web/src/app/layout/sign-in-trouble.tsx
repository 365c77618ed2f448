import { Link } from '@tanstack/react-router';
import { useConfig } from '@waystory/client/config-context.tsx';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { LogIn, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Banner for a sign-in whose access token the product permanently refuses, with the contact address. The user continues as a visitor. */
export function UnusableSignInBanner() {
  const { t } = useTranslation();
  const { isUnusable } = useAuth();
  const { contactEmail } = useConfig();
  if (!isUnusable) return null;
  return (
    <Banner
      tone="refused"
      title={t('common.auth.unusableTitle')}
      text={t('common.auth.unusableText', { contactEmail })}
      actions={
        <Button size="sm" variant="secondary" onClick={() => void auth.signOut()}>
          {t('common.account.logOut')}
        </Button>
      }
      className="rounded-none"
    />
  );
}

/** Replaces a protected page after a failed sign-in or a refused access token, to prevent a redirect loop. */
export function SignInTrouble() {
  const { t } = useTranslation();
  const { isUnusable } = useAuth();
  const { contactEmail } = useConfig();
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas text-ink">
      <EmptyState
        headingLevel={1}
        icon={<UserX />}
        title={t(isUnusable ? 'common.auth.unusableTitle' : 'common.auth.failedTitle')}
        text={isUnusable ? t('common.auth.unusableText', { contactEmail }) : t('common.auth.stuckText')}
        action={
          <>
            <LinkButton asChild>
              <Link to="/">{t('common.auth.goOn')}</Link>
            </LinkButton>
            <Button variant="secondary" icon={<LogIn aria-hidden="true" />} onClick={() => void auth.signIn()}>
              {t('common.auth.tryAgain')}
            </Button>
          </>
        }
      />
    </main>
  );
}
