import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countriesInView } from '../../model/country/countries.query.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const shown = 12;

/** Countries that most stories lead to, as words to begin with. */
export function Suggestions({ onChoose }: { onChoose: (q: string) => void }) {
  const { t } = useTranslation('search');
  const { data, isError } = useQuery(countriesInView(null));
  if (isError) return null;
  return (
    <section aria-labelledby="search-suggestions">
      <h2 id="search-suggestions" className="text-subheading">
        {t('suggestions.title')}
      </h2>
      <p className="mt-1 text-muted">{t('suggestions.text')}</p>
      <ul className="mt-5 flex flex-wrap gap-2.5">
        {data
          ? data.items.slice(0, shown).map(({ code, name }) => (
              <li key={code}>
                <Button variant="secondary" size="sm" onClick={() => onChoose(name)}>
                  <img src={`/flags/${code}.svg`} alt="" width={24} height={16} className="h-4 w-6 rounded-[3px] object-cover" />
                  {name}
                </Button>
              </li>
            ))
          : Array.from({ length: shown }, (_, place) => place).map((place) => <Skeleton key={place} className="h-9 w-28 rounded-full" />)}
      </ul>
    </section>
  );
}
