import { useQuery } from '@tanstack/react-query';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useSettled } from '../../story/use-settled.ts';
import { searchedPlaces } from './place.query.ts';
import { PlaceOptions } from './place-options.tsx';

/** Pause in the typing after which places are looked for, milliseconds. */
const pause = 200;

export interface PlaceComboboxProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Distances are from here, and of equally good finds the nearer come first. */
  near: Coordinates | null;
  inputRef?: Ref<HTMLInputElement>;
  onChoose: (find: PlaceFind) => void;
  /** The writer would rather point at the place on the map. */
  onPin: () => void;
}

/** Finds a place as one types: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, list autocomplete with manual selection. */
export function PlaceCombobox({ label, hint, error, near, inputRef, onChoose, onPin }: PlaceComboboxProps) {
  const { t } = useTranslation('stop-form');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const words = typed.trim();
  const asked = useSettled(words, pause);
  const search = useQuery(searchedPlaces(asked, near));
  const isWaiting = words !== asked || search.isFetching;
  // What was found for the words before stays in place while the next answer is on its way.
  const finds = search.data && !(search.isPlaceholderData && words === '') ? search.data.items : null;
  const isFailed = search.isError && !isWaiting;
  const isShown = isOpen && words !== '';
  const count = isFailed ? 0 : (finds?.length ?? 0);

  const choose = (find: PlaceFind): void => {
    setOpen(false);
    setTyped('');
    onChoose(find);
  };
  const pin = (): void => {
    setOpen(false);
    onPin();
  };
  const move = (step: 1 | -1): void => {
    setOpen(true);
    if (count > 0) setActive(active === null ? (step === 1 ? 0 : count - 1) : (active + step + count) % count);
  };
  const press = (event: KeyboardEvent): void => {
    const find = active === null ? undefined : finds?.[active];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') isShown && find && choose(find);
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Escape' && typed !== '') setTyped('');
    else return;
    // Enter must not send the form from here.
    event.preventDefault();
  };
  const said = isShown && !isWaiting ? (isFailed ? t('place.failed') : count > 0 ? t('place.found', { count }) : t('place.none')) : '';
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error} required>
        <Input
          ref={inputRef}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active !== null && active < count ? `${listId}-${active}` : undefined}
          value={typed}
          maxLength={200}
          placeholder={t('place.placeholder')}
          autoComplete="off"
          spellCheck={false}
          leading={<Search aria-hidden="true" />}
          trailing={isShown && isWaiting ? <Spinner size="sm" label={null} className="text-muted" /> : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(null);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
      </Field>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isShown && (
        <PlaceOptions
          id={listId}
          finds={finds}
          isFailed={isFailed}
          active={active}
          near={near}
          onChoose={choose}
          onPin={pin}
          onRetry={() => void search.refetch()}
        />
      )}
    </div>
  );
}
