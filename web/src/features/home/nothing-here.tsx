import { Link } from '@tanstack/react-router';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { PenLine, ZoomOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Empty state of the view, with two actions. */
export function EmptyViewState({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('home');
  return (
    <div className="flex h-full flex-col items-start justify-center gap-3 px-5">
      <div>
        <p className="font-bold tracking-tight">{t('empty.title')}</p>
        <p className="mt-0.5 hidden text-muted text-small sm:block">{t('empty.text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" icon={<ZoomOut aria-hidden="true" />} onClick={onLeave}>
          {t('empty.zoomOut')}
        </Button>
        <LinkButton size="sm" asChild>
          <Link to="/itineraries/create">
            <PenLine aria-hidden="true" className="hidden sm:block" />
            {t('empty.write')}
          </Link>
        </LinkButton>
      </div>
    </div>
  );
}

/** Empty state of a country filter whose stories are outside the view. */
export function EmptyCountryState({ country, onLeave, onShowAll }: { country: string; onLeave: () => void; onShowAll: () => void }) {
  const { t } = useTranslation('home');
  return (
    <div className="flex h-full flex-col items-start justify-center gap-3 px-5">
      <p className="font-bold tracking-tight">{t('empty.ofCountry', { country })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onShowAll}>
          {t('empty.showAll')}
        </Button>
        <Button size="sm" variant="secondary" onClick={onLeave}>
          {t('allCountries')}
        </Button>
      </div>
    </div>
  );
}
