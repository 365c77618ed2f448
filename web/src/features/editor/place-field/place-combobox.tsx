import { useQuery } from '@tanstack/react-query';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { Search } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../lib/use-settled.ts';
import { searchedPlaces } from './place.query.ts';
import { PlaceOptions } from './place-options.tsx';

export interface PlaceComboboxProps {
  label: string;
  hideLabel?: boolean;
  /** Placeholder of the empty field; a prompt to search by default. */
  placeholder?: string;
  /** Enter takes the first result, even while the search is still pending. */
  takesFirst?: boolean;
  error?: string | undefined;
  /** Reference point of the displayed distances. Among equally good results, nearer places come first. */
  near: Coordinates | null;
  inputRef?: Ref<HTMLInputElement>;
  onChoose: (find: PlaceSearchResult) => void;
  /** Handles a paste. Returns true when the text must not enter the field. */
  onPaste?: (event: ClipboardEvent) => boolean;
  /** Receives the typed text when the writer chooses to place a pin instead. */
  onPin: (typed: string) => void;
  /** Receives the typed text for a stop without a place. */
  onPlain?: (typed: string) => void;
}

/** Place search with https://www.w3.org/WAI/ARIA/apg/patterns/combobox/, list autocomplete with manual selection. */
export function PlaceCombobox({
  label,
  hideLabel = false,
  placeholder,
  takesFirst = false,
  error,
  near,
  inputRef,
  onChoose,
  onPaste,
  onPin,
  onPlain,
}: PlaceComboboxProps) {
  const { t } = useTranslation('stop-form');
  const listId = useId();
  const search = usePlaceSearch(near, takesFirst);
  const { typed, finds, active, isShown, isWaiting, isFailed } = search;
  const choose = (find: PlaceSearchResult): void => {
    search.type('');
    search.close();
    onChoose(find);
  };
  const leaveTo = (next: (typed: string) => void) => (): void => {
    search.type('');
    search.close();
    next(typed.trim());
  };
  const enter = useEnter(search, takesFirst, choose);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Tab goes on from the input to what stands below the list
    <div className="relative" onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && search.close()}>
      <Field label={label} hideLabel={hideLabel} error={error} required={!takesFirst}>
        <Input
          ref={inputRef}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isShown && active !== null ? `${listId}-${active}` : undefined}
          value={typed}
          maxLength={200}
          placeholder={placeholder ?? t('place.placeholder')}
          autoComplete="off"
          spellCheck={false}
          leading={<Search aria-hidden="true" />}
          trailing={isShown && isWaiting ? <Spinner size="sm" label={null} className="text-muted" /> : undefined}
          onChange={({ target }) => search.type(target.value)}
          onPaste={(event) => {
            if (onPaste?.(event)) event.preventDefault();
          }}
          onClick={search.open}
          onKeyDown={(event) => pressed(event, search, enter)}
        />
      </Field>
      <SearchNews search={search} />
      {isShown && (
        <PlaceOptions
          {...{ finds, isFailed, active, near }}
          id={listId}
          words={takesFirst ? typed.trim() : null}
          onChoose={choose}
          onPin={leaveTo(onPin)}
          onPlain={onPlain && leaveTo(onPlain)}
          onRetry={search.retry}
        />
      )}
    </div>
  );
}

type PlaceSearch = ReturnType<typeof usePlaceSearch>;

/** Action of Enter, which chooses the active option. With `takesFirst`, a pending search is awaited first. */
function useEnter(search: PlaceSearch, takesFirst: boolean, choose: (find: PlaceSearchResult) => void): () => void {
  const { typed, finds, active, isShown, isWaiting } = search;
  /** Typed text when Enter was pressed; null unless its search is pending. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const find = active === null ? undefined : finds?.[active];
  const isOver = awaited !== null && (awaited !== typed || !isWaiting);
  useEffect(() => {
    if (!isOver) return;
    setAwaited(null);
    if (awaited === typed && find) choose(find);
  });
  return () => {
    if (takesFirst && isWaiting && typed.trim() !== '') setAwaited(typed);
    else if (isShown && find) choose(find);
  };
}

function pressed(event: KeyboardEvent, search: PlaceSearch, enter: () => void): void {
  const { isShown, typed } = search;
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'ArrowDown') search.move(1);
  else if (event.key === 'ArrowUp') search.move(-1);
  else if (event.key === 'Enter') enter();
  else if (event.key === 'Escape' && isShown) search.close();
  else if (event.key === 'Escape' && typed !== '') search.type('');
  else return;
  // Enter must not submit the form.
  event.preventDefault();
}

/** Live region for the outcome of the search. */
function SearchNews({ search: { isShown, isWaiting, isFailed, count } }: { search: PlaceSearch }) {
  const { t } = useTranslation('stop-form');
  const news = isFailed ? t('place.failed') : count > 0 ? t('place.found', { count }) : t('place.none');
  return (
    <p role="status" className="sr-only">
      {isShown && !isWaiting && news}
    </p>
  );
}

/** Debounce of the place search, milliseconds. */
const pause = 200;

/** Distance from the trip up to which a place is near it, kilometres. */
const onTheWay = 150;

/** Whether the first result is far from the trip while another is near. Enter then takes neither without an explicit choice. */
function isFirstDoubtful(finds: readonly Pick<PlaceSearchResult, 'coordinates'>[], near: Coordinates | null): boolean {
  if (!near) return false;
  const [isFirstNear, ...others] = finds.map(({ coordinates }) => kilometresBetween(near, coordinates) <= onTheWay);
  return isFirstNear === false && others.includes(true);
}

/**
 * Search state: typed words, results and the active option.
 * @param beginsAtFirst Activates the first option without an arrow key, unless it is far away and another is near
 */
function usePlaceSearch(near: Coordinates | null, beginsAtFirst = false) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [reached, setReached] = useState<{ index: number; among: readonly PlaceSearchResult[] } | null>(null);
  const words = typed.trim();
  const query = useDebounced(words, pause);
  const search = useQuery(searchedPlaces(query, near));
  const isWaiting = words !== query || search.isFetching;
  const isFailed = search.isError && !isWaiting;
  // Results of the previous words stay until the next answer arrives.
  const finds = words !== '' && search.data && !isFailed ? search.data.items : null;
  const count = finds?.length ?? 0;
  // The active index belongs to one result list, because a new list has other places at the same indexes.
  const active = reached && reached.among === finds ? reached.index : beginsAtFirst && finds && count > 0 && !isFirstDoubtful(finds, near) ? 0 : null;
  return {
    ...{ typed, finds, active, count, isWaiting, isFailed },
    isShown: isOpen && words !== '',
    type: (text: string): void => {
      setTyped(text);
      setReached(null);
      setOpen(true);
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** Moves the active option and wraps around at the ends. */
    move: (step: 1 | -1): void => {
      setOpen(true);
      if (finds && count > 0) setReached({ index: active === null ? (step === 1 ? 0 : count - 1) : (active + step + count) % count, among: finds });
    },
    retry: () => void search.refetch(),
  };
}
