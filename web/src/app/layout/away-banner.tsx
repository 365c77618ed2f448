import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { answerCache } from '../../model/answer-cache.ts';

/** When the oldest of what is on the page was loaded, milliseconds since 1970; null where all of it is of this visit. */
function oldestOnPage(queries: QueryClient): number | null {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: answerCache.isOld })
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}

function useOldestOnPage(): number | null {
  const queries = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => queries.getQueryCache().subscribe(listener), [queries]),
    () => oldestOnPage(queries),
  );
}

/** Says that the product cannot be reached, until it can, and how old the page is. */
export function AwayBanner() {
  const away = useIsAway();
  return away ? <Away /> : null;
}

function Away() {
  const { t, i18n } = useTranslation();
  const oldest = useOldestOnPage();
  const time = oldest && new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'short' }).format(oldest);
  return (
    <Banner
      tone="offline"
      title={t(navigator.onLine ? 'common.away.title' : 'common.away.offlineTitle')}
      text={time ? t('common.away.old', { time }) : t('common.away.text')}
      className="rounded-none"
    />
  );
}
