import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CardsLayoutProps, skeletonCount } from './cards-layout.ts';
import { ExplorerCards, type ExplorerCardsProps } from './explorer-cards.tsx';
import { cardKind } from './explorer-view.ts';

const cell = 'h-48';

/** Cards as a grid, the fallback for a browser without map support. */
function CardGrid(props: CardsLayoutProps) {
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

/** The home page of a browser that cannot draw the map: all the same stories, as a list. */
export function HomeList(props: Omit<ExplorerCardsProps, 'layout'>) {
  const { t } = useTranslation('home');
  const { address, explorer, country, onLeave } = props;
  const kind = cardKind(explorer.view, address.search);
  return (
    <div className="absolute inset-0 overflow-y-auto bg-canvas">
      <div className="mx-auto max-w-[1440px] px-4 py-6 md:px-8 md:py-10">
        <h1 className="text-title">{t('title')}</h1>
        <Banner title={t('noMap.title')} text={t('noMap.text')} className="my-5" />
        {kind === 'itineraries' && (
          <Button variant="quiet" size="sm" className="mb-3 -ml-3" icon={<ArrowLeft aria-hidden="true" />} onClick={onLeave}>
            {t('allCountries')}
          </Button>
        )}
        {country && <h2 className="mb-3 text-heading">{country.name}</h2>}
        <ExplorerCards {...props} layout={CardGrid} />
      </div>
    </div>
  );
}
