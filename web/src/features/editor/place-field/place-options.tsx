import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { MapPinPlus, NotebookPen, RotateCw, SearchX } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../../../lib/use-reader.ts';
import { iconOfPlace } from '../../../model/place/place-icon.ts';
import { distanceLabel } from './distance-label.ts';

export interface PlaceOptionsProps {
  id: string;
  /** Null before the first answer, and after a failure. */
  finds: readonly PlaceSearchResult[] | null;
  isFailed: boolean;
  active: number | null;
  near: Coordinates | null;
  /** Typed words for the labels of the buttons; null for general labels. */
  words: string | null;
  onChoose: (find: PlaceSearchResult) => void;
  /** Opens the map for a place that the list lacks. */
  onPin: () => void;
  /** Adds the typed words as a stop without a place. */
  onPlain?: (() => void) | undefined;
  onRetry: () => void;
}

/** Keeps the focus in the input, whose `aria-activedescendant` refers to the active option. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** Scrolls the list into view, because on a phone it would open behind the navigation. */
const bringIntoSight = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'nearest' });

/** Places found, in a list under the input. */
export function PlaceOptions({ id, finds, isFailed, active, near, words, onChoose, onPin, onPlain, onRetry }: PlaceOptionsProps) {
  const { t } = useTranslation('stop-form');
  const isEmpty = finds?.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the press must not take the focus from the input
    <div
      ref={bringIntoSight}
      onMouseDown={keepFocus}
      className="absolute inset-x-0 top-full z-popover mt-1.5 scroll-mb-40 overflow-hidden md:scroll-mb-24 rounded-card border border-line bg-raised shadow-overlay"
    >
      <div
        id={id}
        role="listbox"
        aria-label={t('place.results')}
        tabIndex={-1}
        className={cn('max-h-[min(24rem,42dvh)] overflow-y-auto p-1.5', (isEmpty || isFailed || !finds) && 'sr-only')}
      >
        {finds?.map((find, index) => (
          <Option key={`${find.placeName}.${index}`} id={`${id}-${index}`} find={find} isActive={index === active} near={near} onChoose={onChoose} />
        ))}
      </div>
      {!finds && !isFailed && <WaitingOptions />}
      {isFailed && (
        <Note icon={<RotateCw aria-hidden="true" />} text={t('place.failed')}>
          <Button size="sm" variant="secondary" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </Note>
      )}
      {isEmpty && !isFailed && <Note icon={<SearchX aria-hidden="true" />} text={t('place.none')} />}
      <div className="border-line border-t p-1.5">
        <Button
          size="sm"
          variant="quiet"
          full
          icon={<MapPinPlus aria-hidden="true" />}
          className="justify-start rounded-[0.625rem] text-accent-text"
          onClick={onPin}
        >
          <span className="truncate">{words === null ? t('place.pinInstead') : t('place.asTyped', { words })}</span>
        </Button>
        {onPlain && (
          <Button
            size="sm"
            variant="quiet"
            full
            icon={<NotebookPen aria-hidden="true" />}
            className="justify-start rounded-[0.625rem] text-muted"
            onClick={onPlain}
          >
            <span className="truncate">{t('place.plain', { words: words ?? '' })}</span>
          </Button>
        )}
        {finds?.some(isOfOpenStreetMap) && <OpenStreetMapCredit />}
      </div>
    </div>
  );
}

const isOfOpenStreetMap = ({ mapboxId }: PlaceSearchResult): boolean => mapboxId?.startsWith('osm.') ?? false;

/** Attribution that the licence of the data requires. */
const OpenStreetMapCredit = () => (
  <p className="px-2 pt-1 text-right text-caption text-muted">
    ©{' '}
    <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer" className="underline underline-offset-2">
      OpenStreetMap
    </a>
  </p>
);

interface OptionProps {
  id: string;
  find: PlaceSearchResult;
  isActive: boolean;
  near: Coordinates | null;
  onChoose: (find: PlaceSearchResult) => void;
}

function Option({ id, find, isActive, near, onChoose }: OptionProps) {
  const Icon = iconOfPlace(find);
  const distance = distanceLabel(near, find.coordinates, useReader());
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the input
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={(option) => {
        if (isActive) option?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={() => onChoose(find)}
      className={cn(
        'flex min-h-13 cursor-default items-center gap-3 rounded-[0.75rem] px-2.5 py-1.5 hover:bg-sunken',
        isActive && 'bg-sunken shadow-[inset_0_0_0_2px_var(--focus)]',
      )}
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-teal-soft text-teal-text">
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-[0.9375rem]">{find.name}</span>
        {find.placeFormatted && <span className="block truncate text-small text-muted">{find.placeFormatted}</span>}
      </span>
      {distance && <span className="shrink-0 text-caption text-muted tabular-nums">{distance}</span>}
    </div>
  );
}

const WaitingOptions = () => (
  <div aria-hidden="true" className="flex flex-col gap-1 p-1.5">
    {['w-1/2', 'w-2/5', 'w-3/5'].map((width) => (
      <div key={width} className="flex min-h-13 items-center gap-3 px-2.5">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className={cn('h-4', width)} />
      </div>
    ))}
  </div>
);

const Note = ({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3 px-4 py-3.5 text-small text-muted [&_svg]:size-4.5 [&_svg]:shrink-0">
    {icon}
    <span className="min-w-0 flex-1">{text}</span>
    {children}
  </div>
);
