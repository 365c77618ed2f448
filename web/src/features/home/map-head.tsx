import { useNavigate } from '@tanstack/react-router';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { ArrowLeft, Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

export interface MapHeadProps {
  /** The country whose stories alone are shown. */
  country: CountryInView | null;
  /** The whole world is in view, so the visitor may need an introduction. */
  isWorld: boolean;
  onLeave: () => void;
}

// Same position as in the server-rendered first screen, so hydration shifts nothing.
const frame = 'glass pointer-events-auto rounded-card text-ink shadow-float md:w-96';

/** Head over the map: a search field for the world, or a country filter with its reset. */
export function MapHead({ country, isWorld, onLeave }: MapHeadProps) {
  const { t } = useTranslation('home');
  if (country) return <CountryHead country={country} onLeave={onLeave} />;
  return (
    <div className={`${frame} p-2.5`}>
      <h1 className={isWorld ? 'text-pretty px-1 pb-2 font-semibold text-small' : 'sr-only'}>{t('sentence')}</h1>
      <SearchField />
    </div>
  );
}

/** Search field that submits to the results page. */
function SearchField() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate({ to: '/search', search: q ? { q } : {} });
  };
  return (
    <search>
      <form action="/search" onSubmit={search}>
        <Input
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          aria-label={t('searchLabel')}
          placeholder={t('search')}
          leading={<Search aria-hidden="true" />}
          className="h-11 bg-surface"
        />
      </form>
    </search>
  );
}

function CountryHead({ country: { code, name, itinerariesCount }, onLeave }: { country: CountryInView; onLeave: () => void }) {
  const { t } = useTranslation('home');
  return (
    <div className={`${frame} flex items-center gap-3 py-2 pr-2 pl-4`}>
      <img src={`/flags/${code}.svg`} alt="" width="36" height="24" className="h-6 w-9 shrink-0 rounded-[0.3125rem] object-cover shadow-lift" />
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-bold text-[1.0625rem] leading-tight tracking-tight">{name}</h1>
        <p className="text-caption text-muted tabular-nums">{t('itineraries', { count: itinerariesCount })}</p>
      </div>
      <Button variant="secondary" size="sm" icon={<ArrowLeft aria-hidden="true" />} onClick={onLeave}>
        {t('allCountries')}
      </Button>
    </div>
  );
}
