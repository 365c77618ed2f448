import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Input } from '@waystory/ui/field.tsx';
import { Select } from '@waystory/ui/select.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@waystory/ui/tabs.tsx';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storyLengths, storyOrders, storySeasons } from '../../lib/search-params.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import { ResultList } from './result-list.tsx';
import { type SearchKind, type StoryFilters, searchKinds, searchResults } from './search.query.ts';

/** Debounce before the typed words enter the URL, milliseconds. */
const pause = 300;
/** Longest query that the API accepts, characters. */
const longestQuery = 200;

interface SearchWords {
  /** Text of the search field, as typed. */
  typed: string;
  type: (words: string) => void;
  /** Query, which is also in the URL. */
  q: string;
}

/** Typed words, and the query in the URL, which follows after a debounce, so that a link reproduces the results. */
function useSearchWords(): SearchWords {
  const { q = '' } = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const [typed, type] = useState(q);
  const [lastQuery, setLastQuery] = useState(q);
  // The URL changed by Back or by a link.
  if (q !== lastQuery) {
    setLastQuery(q);
    if (q !== typed.trim()) type(q);
  }
  useEffect(() => {
    const words = typed.trim();
    if (words === q) return;
    const timer = setTimeout(() => void navigate({ search: (before) => ({ ...before, q: words || undefined }), replace: true }), pause);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);
  return { typed, type, q };
}

/** The arrow keys go from the field through the results and back. */
function moveAmongResults(event: KeyboardEvent<HTMLElement>): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], [data-result]')];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  const next = at < 0 ? undefined : stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Finds stories, places and people by words. */
export function SearchPage() {
  const { t } = useTranslation(['search', 'place']);
  const { typed, type, q } = useSearchWords();
  const field = useRef<HTMLInputElement>(null);
  useDocumentTitle(q ? t('titleOf', { q }) : t('title'));
  const search = (words: string): void => {
    type(words);
    field.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus among the links and the field inside
    <div className="mx-auto max-w-3xl px-4 py-8 md:px-8 md:py-10" onKeyDown={moveAmongResults}>
      <h1 className="text-title">{t('title')}</h1>
      <search className="mt-5 block">
        <Input
          ref={field}
          type="search"
          autoFocus
          aria-label={t('label')}
          placeholder={t('placeholder')}
          maxLength={longestQuery}
          enterKeyHint="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && type('')}
          leading={<Search aria-hidden="true" />}
          trailing={typed && <ClearButton label={t('clear')} onClick={() => search('')} />}
          className="[&::-webkit-search-cancel-button]:hidden"
        />
      </search>
      <div className="mt-8 min-h-[50dvh]">{q ? <Results q={q} /> : <Suggestions onChoose={search} />}</div>
    </div>
  );
}

const ClearButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" aria-label={label} onClick={onClick} className="grid size-9 place-items-center rounded-full hover:bg-sunken hover:text-ink">
    <X aria-hidden="true" />
  </button>
);

/** Numbers of results in the order of `searchKinds`; undefined while loading. Places include the matches by name on the map. */
function useTotals(q: string, filters: StoryFilters): (number | undefined)[] {
  const stories = useInfiniteQuery(searchResults('stories', q, filters)).data?.pages[0];
  const places = useInfiniteQuery(searchResults('places', q, filters)).data?.pages[0];
  const people = useInfiniteQuery(searchResults('people', q, filters)).data?.pages[0];
  return [stories?.total, places && places.total + places.onMap.length, people?.total];
}

/** Story filters from the URL. */
function useStoryFilters(): StoryFilters {
  const { length, country, season, pictures, sort } = useSearch({ from: '/search' });
  return {
    ...(length && { length }),
    ...(country && { country }),
    ...(season && { season }),
    ...(pictures && { pictures }),
    ...(sort && { sort }),
  };
}

function Results({ q }: { q: string }) {
  const { t } = useTranslation('search');
  const [chosen, setChosen] = useState<SearchKind | null>(null);
  const filters = useStoryFilters();
  const isFiltered = Object.keys(filters).length > 0;
  const totals = useTotals(q, filters);
  // Default tab: the first kind with results. Active story filters select the stories.
  const open =
    chosen ??
    (isFiltered ? 'stories' : null) ??
    searchKinds[
      Math.max(
        0,
        totals.findIndex((total) => total === undefined || total > 0),
      )
    ] ??
    'stories';
  return (
    // One of `searchKinds` is the value of each tab.
    <Tabs value={open} onValueChange={(kind) => setChosen(kind as SearchKind)}>
      <TabList aria-label={t('kindsLabel')}>
        {searchKinds.map((kind, place) => (
          <Tab key={kind} value={kind} {...(totals[place] !== undefined && { count: totals[place] })}>
            {t(`kinds.${kind}`)}
          </Tab>
        ))}
      </TabList>
      {searchKinds.map((kind) => (
        <TabPanel key={kind} value={kind}>
          {kind === 'stories' && <StoryFilterBar filters={filters} />}
          <ResultList kind={kind} q={q} filters={filters} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

const suggestionCount = 12;

/** Countries with the most stories, as suggested queries. */
function Suggestions({ onChoose }: { onChoose: (q: string) => void }) {
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
          ? data.items.slice(0, suggestionCount).map(({ code, name }) => (
              <li key={code}>
                <Button
                  variant="secondary"
                  size="sm"
                  className="h-auto min-h-9 max-w-full whitespace-normal py-1 text-left"
                  onClick={() => onChoose(name)}
                >
                  <img src={`/flags/${code}.svg`} alt="" width={24} height={16} className="h-4 w-6 shrink-0 rounded-[3px] object-cover" />
                  {name}
                </Button>
              </li>
            ))
          : Array.from({ length: suggestionCount }, (_, place) => place).map((place) => <Skeleton key={place} className="h-9 w-28 rounded-full" />)}
      </ul>
    </section>
  );
}

/** Value of a select without a filter; the URL omits it. */
const any = 'any';
/** Filters without any choice, in the default order. */
const none = { length: undefined, country: undefined, season: undefined, pictures: undefined, sort: undefined };

/** Filters and sort order of the story results. All of them are in the URL, so that a filtered result can be linked. */
function StoryFilterBar({ filters }: { filters: StoryFilters }) {
  const { t } = useTranslation('search');
  const navigate = useNavigate({ from: '/search' });
  const { data } = useQuery(countriesInView(null));
  const { length, country, season, pictures, sort } = filters;
  const choose = (changes: { [K in keyof StoryFilters]: StoryFilters[K] | undefined }): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const known = data?.items.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  const countries = [...known].sort((a, b) => a.label.localeCompare(b.label));
  // A filter value from the URL stays selectable, even when the list lacks it.
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
