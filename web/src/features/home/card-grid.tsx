import { Button } from '@waystory/ui/button.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { type CardsLayoutProps, skeletonCount } from './cards-layout.ts';

const cell = 'h-48';

/** The same cards as a list, for a browser that cannot draw the map. */
export function CardGrid(props: CardsLayoutProps) {
  const { label, announcement, status, lead, items, empty, isStale, onRetry, onEnd, isGrowing } = props;
  const { t } = useTranslation('home');
  if (status === 'failed') return <ErrorState title={t('failed')} onRetry={onRetry} />;
  return (
    <section aria-label={label}>
      <p role="status" className="mb-4 min-h-6 text-muted text-small">
        {announcement}
      </p>
      <ul aria-busy={status === 'loading' || isStale} className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-4">
        <li className={cell}>{lead}</li>
        {status === 'loading' &&
          Array.from({ length: skeletonCount }, (_, place) => (
            <li key={place} aria-hidden="true" className={cell}>
              <Skeleton className="size-full rounded-photo" />
            </li>
          ))}
        {items.map(({ key, card }) => (
          <li key={key} className={cell}>
            {card}
          </li>
        ))}
        {status === 'ready' && items.length === 0 && <li className={`${cell} rounded-photo border border-line bg-surface`}>{empty}</li>}
      </ul>
      {(onEnd || isGrowing) && (
        <Button variant="secondary" className="mx-auto mt-8 flex" loading={isGrowing ?? false} onClick={onEnd}>
          {t('more')}
        </Button>
      )}
    </section>
  );
}
