import { useIsAway } from '@waystory/client/use-is-away.ts';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { cacheTimes, queryClient } from '../../model/query-client.ts';
import { SlowLoading } from '../slow-loading.ts';

const loading = new SlowLoading(queryClient, cacheTimes.loadingSlow);

/** spec 9: says after 3 seconds that the page is still loading. Where the product cannot be reached, the banner says so. */
export function SlowNotice() {
  const { t } = useTranslation();
  const isSlow = useSyncExternalStore(loading.subscribe, loading.isSlow);
  const isAway = useIsAway();
  return (
    <p role="status" className="pointer-events-none fixed inset-x-3 top-[calc(4.25rem+env(safe-area-inset-top))] z-toast flex justify-center">
      {isSlow && !isAway && (
        <span className="flex animate-fade-in items-center gap-2.5 rounded-full border border-line bg-raised px-4 py-2 font-medium text-ink text-small shadow-float">
          <Spinner size="sm" label={null} />
          {t('common.slow')}
        </span>
      )}
    </p>
  );
}
