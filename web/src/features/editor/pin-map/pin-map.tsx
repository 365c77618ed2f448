import { useQuery } from '@tanstack/react-query';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { Field, Input } from '@waystory/ui/field.tsx';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { MapPinOff } from 'lucide-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../lib/use-settled.ts';
import { nearestPlace } from '../place-field/place.query.ts';
import type { PinCanvasProps } from './pin-canvas.tsx';
import { coordinatesText, parseCoordinates } from './pin-steps.ts';

/** Latitude and longitude as text, typed or pasted; applied on blur or Enter. */
function CoordinatesField({ value, onChange }: { value: Coordinates | null; onChange: (at: Coordinates) => void }) {
  const { t } = useTranslation('stop-form');
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const text = value ? coordinatesText(value) : '';
  const take = (): void => {
    if (typed === null || typed.trim() === text || typed.trim() === '') {
      setTyped(null);
      setWrong(false);
      return;
    }
    const at = parseCoordinates(typed);
    setWrong(at === null);
    if (!at) return;
    setTyped(null);
    onChange(at);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter must not submit the form.
    event.preventDefault();
    take();
  };
  return (
    <Field label={t('pin.coordinates')} error={isWrong ? t('pin.coordinatesWrong') : undefined}>
      <Input
        value={typed ?? text}
        placeholder="38.71390, -9.13940"
        autoComplete="off"
        spellCheck={false}
        className="h-11 tabular-nums"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={press}
      />
    </Field>
  );
}

/** Loaded on demand, because the map is larger than the form. */
const PinCanvas = lazyPart(async () => (await import('./pin-canvas.tsx')).PinCanvas);

/** Debounce of the reverse geocoding while the pin moves, milliseconds. */
const pause = 300;

export interface PinMapProps extends Omit<PinCanvasProps, 'label' | 'onUnsupported'> {
  /** Name of the place; null for a pin, whose name comes from reverse geocoding. */
  name: string | null;
  className?: string;
}

/** Location of the stop: a pin placed by click, drag, arrow keys or coordinates. */
export function PinMap({ name, className, ...canvas }: PinMapProps) {
  const { t } = useTranslation('stop-form');
  const { value } = canvas;
  const [isUnsupported, setUnsupported] = useState(false);
  const settled = useDebounced(value, pause);
  const nearest = useQuery(nearestPlace(name === null ? settled : null));
  const label = name ?? (value ? (nearest.data?.label ?? t('pin.unnamed')) : t('pin.none'));
  return (
    <div className={cn('flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-lift', className)}>
      <div className="relative isolate min-h-72 flex-1 bg-sunken">
        {isUnsupported ? (
          <EmptyState icon={<MapPinOff />} headingLevel={3} title={t('pin.unsupportedTitle')} text={t('pin.unsupportedText')} className="py-6" />
        ) : (
          <Suspense fallback={<Skeleton className="absolute inset-0 rounded-none" />}>
            <PinCanvas {...canvas} label={label} onUnsupported={() => setUnsupported(true)} />
          </Suspense>
        )}
      </div>
      <div className="grid gap-3 border-line border-t p-4">
        <p role="status" className="text-small">
          <span className="block truncate font-semibold">{label}</span>
          <span className="block text-muted">{value ? t('pin.howToMove') : t('pin.howToPut')}</span>
        </p>
        <CoordinatesField value={value} onChange={canvas.onChange} />
      </div>
    </div>
  );
}
