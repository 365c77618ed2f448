import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceOptions } from './place-options.tsx';
import { usePlaceSearch } from './use-place-search.ts';

export interface PlaceComboboxProps {
  label: string;
  error?: string | undefined;
  /** Distances are from here, and of equally good finds the nearer come first. */
  near: Coordinates | null;
  inputRef?: Ref<HTMLInputElement>;
  onChoose: (find: PlaceFind) => void;
  /** The writer would rather point at the place on the map. */
  onPin: () => void;
}

/** Finds a place as one types: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, list autocomplete with manual selection. */
export function PlaceCombobox({ label, error, near, inputRef, onChoose, onPin }: PlaceComboboxProps) {
  const { t } = useTranslation('stop-form');
  const listId = useId();
  const search = usePlaceSearch(near);
  const { typed, finds, active, isShown, isWaiting, isFailed } = search;
  const choose = (find: PlaceFind): void => {
    search.type('');
    search.close();
    onChoose(find);
  };
  const pin = (): void => {
    search.close();
    onPin();
  };
  return (
    <div className="relative">
      <Field label={label} error={error} required>
        <Input
          ref={inputRef}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active !== null ? `${listId}-${active}` : undefined}
          value={typed}
          maxLength={200}
          placeholder={t('place.placeholder')}
          autoComplete="off"
          spellCheck={false}
          leading={<Search aria-hidden="true" />}
          trailing={isShown && isWaiting ? <Spinner size="sm" label={null} className="text-muted" /> : undefined}
          onChange={({ target }) => search.type(target.value)}
          onClick={search.open}
          onKeyDown={(event) => pressed(event, search, choose)}
          onBlur={search.close}
        />
      </Field>
      <SearchNews search={search} />
      {isShown && <PlaceOptions {...{ finds, isFailed, active, near }} id={listId} onChoose={choose} onPin={pin} onRetry={search.retry} />}
    </div>
  );
}

type PlaceSearch = ReturnType<typeof usePlaceSearch>;

function pressed(event: KeyboardEvent, search: PlaceSearch, choose: (find: PlaceFind) => void): void {
  const { finds, active, isShown, typed } = search;
  if (event.nativeEvent.isComposing) return;
  const find = active === null ? undefined : finds?.[active];
  if (event.key === 'ArrowDown') search.move(1);
  else if (event.key === 'ArrowUp') search.move(-1);
  else if (event.key === 'Enter') isShown && find && choose(find);
  else if (event.key === 'Escape' && isShown) search.close();
  else if (event.key === 'Escape' && typed !== '') search.type('');
  else return;
  // Enter must not send the form from here.
  event.preventDefault();
}

/** Reads out what came of the search. */
function SearchNews({ search: { isShown, isWaiting, isFailed, count } }: { search: PlaceSearch }) {
  const { t } = useTranslation('stop-form');
  const news = isFailed ? t('place.failed') : count > 0 ? t('place.found', { count }) : t('place.none');
  return (
    <p role="status" className="sr-only">
      {isShown && !isWaiting && news}
    </p>
  );
}
