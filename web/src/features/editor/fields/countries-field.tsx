import { useQuery } from '@tanstack/react-query';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Check, Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldAccents } from '../../../lib/folded.ts';
import { allCountries } from '../../../model/country/countries.query.ts';

interface CountriesFieldProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Multi-select of countries: a combobox with a listbox. */
export function CountriesField({ value, onChange, error }: CountriesFieldProps) {
  const { t } = useTranslation('editor');
  const { data: countries = [], isError } = useQuery(allCountries);
  const [words, setWords] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const listId = useId();
  const matches = matchingCountries(countries, words);
  const isOpen = active !== null;
  const chosen = value.map((id) => countries.find((country) => country.id === id)).filter((country) => country !== undefined);

  const toggle = ({ id }: Country): void => {
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);
    setWords('');
  };
  const press = (event: KeyboardEvent): void => {
    // An input method handles these keys until its composition ends.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive(Math.max(0, Math.min(matches.length - 1, (active ?? -1) + step)));
    else if (event.key === 'Enter' && isOpen && matches[active]) toggle(matches[active]);
    else if (event.key === 'Escape' && isOpen) setActive(null);
    else if (event.key === 'Backspace' && words === '' && value.length > 0) onChange(value.slice(0, -1));
    else return;
    if (event.key !== 'Backspace') event.preventDefault();
  };
  return (
    <div className="relative flex flex-col gap-3">
      <Field label={t('details.countries')} error={isError ? t('details.countriesFailed') : error}>
        <Input
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && matches[active] ? `${listId}-${matches[active].code}` : undefined}
          value={words}
          placeholder={t('details.countriesPlaceholder')}
          autoComplete="off"
          leading={<Search aria-hidden="true" />}
          onChange={({ target }) => {
            setWords(target.value);
            setActive(0);
          }}
          onClick={() => setActive((now) => now ?? 0)}
          onKeyDown={press}
          onBlur={() => setActive(null)}
        />
      </Field>
      {isOpen && <Options id={listId} matches={matches} active={active} value={value} onChoose={toggle} />}
      <ChosenCountries countries={chosen} onRemove={toggle} />
    </div>
  );
}

interface OptionsProps {
  id: string;
  matches: readonly Country[];
  active: number;
  value: readonly string[];
  onChoose: (country: Country) => void;
}

function Options({ id, matches, active, value, onChoose }: OptionsProps) {
  const { t } = useTranslation('editor');
  const listbox = useRef<HTMLDivElement>(null);
  return (
    <div className="absolute top-full z-popover mt-1.5 w-full rounded-control border border-line bg-raised p-1.5 shadow-overlay">
      {/* The focus stays in the input, whose `aria-activedescendant` refers to the active option. */}
      <div
        id={id}
        role="listbox"
        aria-label={t('details.countries')}
        aria-multiselectable="true"
        tabIndex={-1}
        ref={listbox}
        className="max-h-64 overflow-y-auto"
      >
        {matches.map((country, index) => (
          <div
            key={country.id}
            id={`${id}-${country.code}`}
            role="option"
            tabIndex={-1}
            aria-selected={value.includes(country.id)}
            ref={(option) => {
              if (index === active) option?.scrollIntoView({ block: 'nearest' });
            }}
            className={cn(
              'flex min-h-10 cursor-default items-center gap-3 rounded-[0.625rem] px-3 py-2 text-[0.9375rem] coarse:min-h-11',
              index === active && 'bg-sunken',
            )}
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(country);
            }}
          >
            <Flag code={country.code} />
            <span className="min-w-0 flex-1 truncate">{country.name}</span>
            {value.includes(country.id) && <Check aria-hidden="true" className="size-4 text-accent-text" />}
          </div>
        ))}
        {matches.length === 0 && <p className="px-3 py-2 text-small text-muted">{t('details.countriesNone')}</p>}
      </div>
    </div>
  );
}

const Flag = ({ code }: { code: string }) => (
  <img src={`/flags/${code}.svg`} alt="" width={24} height={16} loading="lazy" className="h-4 w-6 shrink-0 rounded-[3px] object-cover shadow-lift" />
);

function ChosenCountries({ countries, onRemove }: { countries: readonly Country[]; onRemove: (country: Country) => void }) {
  const { t } = useTranslation('editor');
  if (countries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t('details.countriesChosen')}>
      {countries.map((country) => (
        <li key={country.id} className="flex items-center gap-2 rounded-full border border-line bg-surface py-1 pr-1 pl-3 text-small font-semibold">
          <Flag code={country.code} />
          {country.name}
          <button
            type="button"
            className="hit-area grid size-7 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
            aria-label={t('details.countriesRemove', { country: country.name })}
            onClick={() => onRemove(country)}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

type Named = Pick<Country, 'name' | 'code'>;

/**
 * Countries that match the typed text; case and accents are ignored. Names that begin with the text, and equal country codes, come first. Names with
 * a later word that begins with it follow, then names that contain it.
 */
export function matchingCountries<C extends Named>(countries: readonly C[], words: string): C[] {
  const sought = foldAccents(words.trim());
  if (sought === '') return [...countries];
  const rank = ({ name, code }: Named): number => {
    const text = foldAccents(name);
    if (text.startsWith(sought) || code.toLowerCase() === sought) return 0;
    if (text.split(/[^\p{Letter}]+/u).some((word) => word.startsWith(sought))) return 1;
    return text.includes(sought) ? 2 : 3;
  };
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter((match) => match.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}
