import { Link } from '@tanstack/react-router';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Stands for a page that needs a sign-in while the provider cannot be asked. */
export function AwayPage() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas text-ink">
      <EmptyState
        headingLevel={1}
        icon={<WifiOff />}
        title={t('common.away.offlineTitle')}
        text={t('common.away.signInText')}
        action={
          <LinkButton asChild>
            <Link to="/">{t('common.error.home')}</Link>
          </LinkButton>
        }
      />
    </main>
  );
}
