import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from './card-grid.tsx';
import { ExplorerCards, type ExplorerCardsProps } from './explorer-cards.tsx';
import { cardKind } from './explorer-view.ts';

/** The home page of a browser that cannot draw the map: all the same stories, as a list. */
export function HomeList(props: Omit<ExplorerCardsProps, 'layout'>) {
  const { t } = useTranslation('home');
  const { address, explored, country, onLeave } = props;
  const kind = cardKind(explored.view, address.search);
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
