import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../../client/connection.ts';
import { Banner } from '../../ui/banner.tsx';

/** Says that the product cannot be reached, until it can. */
export function AwayBanner() {
  const { t } = useTranslation();
  const away = useSyncExternalStore(connection.subscribe, connection.isAway);
  if (!away) return null;
  return <Banner tone="offline" title={t('common.away.title')} text={t('common.away.text')} className="rounded-none" />;
}
