import { auth } from '@waystory/client/identity/auth.ts';
import { suspensionWatch } from '@waystory/client/identity/suspension.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';

/** Tells whoever is suspended until when and why; as a visitor they may go on reading. */
export function SuspensionBanner() {
  const { t, i18n } = useTranslation();
  const suspension = useSyncExternalStore(suspensionWatch.subscribe, suspensionWatch.current);
  if (!suspension) return null;
  const { reason, until } = suspension;
  return (
    <Banner
      tone="refused"
      title={until ? t('common.suspension.until', { time: dayText(until, i18n.language, true) }) : t('common.suspension.endless')}
      text={
        <>
          {reason && <span dir="auto">{t('common.suspension.reason', { reason })} </span>}
          {t('common.suspension.text')}
        </>
      }
      actions={
        <Button size="sm" variant="secondary" onClick={() => void auth.signOut()}>
          {t('common.account.logOut')}
        </Button>
      }
      className="rounded-none"
    />
  );
}
