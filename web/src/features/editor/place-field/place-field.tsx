import { useQuery } from '@tanstack/react-query';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button } from '@waystory/ui/button.tsx';
import { MapPin, MapPinPlus } from 'lucide-react';
import { type RefCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../../../lib/use-reader.ts';
import { iconOfPlace } from '../../../model/place/place-icon.ts';
import { type ChosenPlace, coordinatesOf, hasLocation, placeNameOf, placeOfSearchResult } from './chosen-place.ts';
import { distanceLabel } from './distance-label.ts';
import { nearestPlace } from './place.query.ts';
import { PlaceCombobox } from './place-combobox.tsx';

export interface PlaceFieldProps {
  value: ChosenPlace | null;
  onChange: (place: ChosenPlace) => void;
  /** Reference point of the displayed distances. */
  near: Coordinates | null;
  /** Name of the place at the reference point. */
  nearName: string | null;
  error?: string | undefined;
  /** The writer chooses to place a pin on the map instead. */
  onPin: () => void;
  /** Ref of the search field, which receives the focus when the place is missing. */
  fieldRef?: RefCallback<HTMLInputElement>;
}

/** Where the stop is: searched by name, or shown as a card once it is chosen. */
export function PlaceField({ value, onChange, near, nearName, error, onPin, fieldRef }: PlaceFieldProps) {
  const { t } = useTranslation('stop-form');
  const input = useRef<HTMLInputElement>(null);
  const [replaced, setReplaced] = useState<ChosenPlace | null>(null);
  const focusInput = (): void => void requestAnimationFrame(() => input.current?.focus());
  const change = (): void => {
    setReplaced(value);
    focusInput();
  };
  // A pin placed meanwhile replaces the search. A stop without a location shows the search field.
  if (value && hasLocation(value) && value !== replaced) return <PlaceCard place={value} near={near} nearName={nearName} onChange={change} />;
  return (
    <div className="flex flex-col gap-2.5">
      <PlaceCombobox
        label={t('place.label')}
        error={error}
        near={near}
        inputRef={(element) => {
          input.current = element;
          fieldRef?.(element);
        }}
        onChoose={(find) => {
          setReplaced(null);
          onChange(placeOfSearchResult(find));
        }}
        onPin={onPin}
      />
      <div className="flex flex-wrap gap-x-2">
        <Button variant="quiet" size="sm" className="-ml-2 text-accent-text" icon={<MapPinPlus aria-hidden="true" />} onClick={onPin}>
          {t('place.pinOnMap')}
        </Button>
        {replaced && value && hasLocation(value) && (
          <Button variant="quiet" size="sm" onClick={() => setReplaced(null)}>
            {t('place.keep')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PlaceCardProps {
  place: ChosenPlace;
  near: Coordinates | null;
  nearName: string | null;
  onChange: () => void;
}

function PlaceCard({ place, near, nearName, onChange }: PlaceCardProps) {
  const { t } = useTranslation('stop-form');
  const nearest = useQuery(nearestPlace(place.by === 'pin' ? place.coordinates : null));
  const Icon = place.by === 'search' ? iconOfPlace(place.find) : MapPin;
  const distance = distanceLabel(near, coordinatesOf(place), useReader());
  const name = placeNameOf(place) ?? nearest.data?.label ?? t('pin.unnamed');
  const lines = [
    surroundingsOf(place) ?? (place.by === 'pin' ? t('place.byPin') : null),
    distance && nearName && t('place.from', { distance, nearName }),
  ];
  return (
    <div>
      <p id="place-heading" className="mb-1.5 text-small font-semibold">
        {t('place.label')}
      </p>
      <section aria-labelledby="place-heading" className="flex items-center gap-3.5 rounded-card border border-line bg-sunken/60 p-3.5">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-teal-soft text-teal-text">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{name}</p>
          {lines.filter(Boolean).map((line) => (
            <p key={line} className="truncate text-small text-muted">
              {line}
            </p>
          ))}
        </div>
        <Button variant="secondary" size="sm" aria-label={t('place.changeNamed', { name })} onClick={onChange}>
          {t('place.change')}
        </Button>
      </section>
    </div>
  );
}

function surroundingsOf(place: ChosenPlace): string | null {
  if (place.by === 'search') return place.find.placeFormatted || null;
  return place.by === 'stop' && place.fullName !== place.name ? place.fullName : null;
}
