import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { useTranslation } from 'react-i18next';
import { storyLengths, storyOrders, storySeasons } from '../../lib/search-params.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import type { StoryFilters } from './search.query.ts';

/** Value of a choice without a limit; the address omits it. */
const any = 'any';
/** Filters without any choice, in the usual order. */
const none = { length: undefined, country: undefined, season: undefined, pictures: undefined, sort: undefined };

/** Filters and sort order of the story results; all of it is in the address, so that it can be linked. */
export function StoryFilterBar({ filters }: { filters: StoryFilters }) {
  const { t } = useTranslation('search');
  const navigate = useNavigate({ from: '/search' });
  const { data } = useQuery(countriesInView(null));
  const { length, country, season, pictures, sort } = filters;
  const choose = (changes: { [K in keyof StoryFilters]: StoryFilters[K] | undefined }): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const known = data?.items.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  const countries = [...known].sort((a, b) => a.label.localeCompare(b.label));
  // A filter value from the address stays selectable, even when the list lacks it.
  const named = country && !known.some(({ value }) => value === country) ? [{ value: country, label: country }] : [];
  return (
    <fieldset className="mb-4 grid grid-cols-2 items-center gap-x-3 gap-y-2 sm:flex sm:flex-wrap">
      <legend className="sr-only">{t('filters.label')}</legend>
      <Select
        aria-label={t('filters.length.label')}
        className="h-10 w-full sm:w-40"
        value={length ?? any}
        onValueChange={(value) => choose({ length: value === any ? undefined : value })}
        options={([any, ...storyLengths] as const).map((value) => ({ value, label: t(`filters.length.${value}`) }))}
      />
      <Select
        aria-label={t('filters.country')}
        className="h-10 w-full sm:w-44"
        value={country ?? any}
        onValueChange={(value) => choose({ country: value === any ? undefined : value })}
        options={[{ value: any, label: t('filters.anyCountry') }, ...named, ...countries]}
      />
      <Select
        aria-label={t('filters.season.label')}
        className="h-10 w-full sm:w-40"
        value={season ?? any}
        onValueChange={(value) => choose({ season: value === any ? undefined : value })}
        options={([any, ...storySeasons] as const).map((value) => ({ value, label: t(`filters.season.${value}`) }))}
      />
      <Select
        aria-label={t('filters.order.label')}
        className="h-10 w-full sm:w-40"
        value={sort ?? 'best'}
        onValueChange={(value) => choose({ sort: value === 'best' ? undefined : value })}
        options={(['best', ...storyOrders] as const).map((value) => ({ value, label: t(`filters.order.${value}`) }))}
      />
      <Checkbox
        label={t('filters.pictures')}
        checked={pictures !== undefined}
        onCheckedChange={(checked) => choose({ pictures: checked === true ? 'true' : undefined })}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="quiet" size="sm" onClick={() => choose(none)}>
          {t('filters.clear')}
        </Button>
      )}
    </fieldset>
  );
}
