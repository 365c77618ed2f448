import { localTexts } from '@waystory/client/environment.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { EllipsisVertical, Navigation } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Provider of directions; `ask` asks every time (spec 2.8). */
type DirectionProvider = 'google' | 'apple' | 'ask';
type MapApp = Exclude<DirectionProvider, 'ask'>;

const storageKey = 'direction-provider';

/** spec 5: any other stored value is treated as `ask`. */
export const parseDirectionProvider = (value: string | null): DirectionProvider => (value === 'google' || value === 'apple' ? value : 'ask');

const storedProvider = (): DirectionProvider => parseDirectionProvider(localTexts.getItem(storageKey));
const storeProvider = (provider: DirectionProvider): void => localTexts.setItem(storageKey, provider);

interface Device {
  userAgent: string;
  platform?: string;
}

export const isAppleDevice = ({ userAgent, platform = '' }: Device): boolean => /Mac|iPhone|iPad|iPod/.test(`${platform} ${userAgent}`);

/** spec 2.8: Apple's maps fall back to Google's on a device without them. */
export const appFor = (app: MapApp, device: Device): MapApp => (app === 'apple' && !isAppleDevice(device) ? 'google' : app);

const isCoordinate = (value: number, limit: number): boolean => Number.isFinite(value) && Math.abs(value) <= limit;

/** URL of the directions to a place; null without coordinates, and an error in the log (spec 5). */
export function directionsUrl(app: MapApp, to: Partial<Coordinates> | null | undefined, name?: string): string | null {
  const { latitude = Number.NaN, longitude = Number.NaN } = to ?? {};
  if (!isCoordinate(latitude, 90) || !isCoordinate(longitude, 180)) {
    console.error('There are no coordinates to navigate to', to);
    return null;
  }
  const point = `${latitude},${longitude}`;
  switch (app) {
    case 'google':
      return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: point })}`;
    case 'apple':
      return `https://maps.apple.com/?${new URLSearchParams({ daddr: point, ...(name ? { q: name } : {}) })}`;
  }
}

interface DirectionsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `isKept`: stores the choice. */
  onChoose: (app: MapApp, isKept: boolean) => void;
}

/** Dialog to choose the map app (spec 2.8). */
function DirectionsDialog({ open, onOpenChange, onChoose }: DirectionsDialogProps) {
  const { t } = useTranslation('place');
  const [isKept, setKept] = useState(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title={t('directions.title')} description={t('directions.description')}>
      <div className="grid gap-2.5 pb-2">
        <Button full onClick={() => onChoose('google', isKept)}>
          {t('directions.google')}
        </Button>
        <Button full variant="secondary" onClick={() => onChoose('apple', isKept)}>
          {t('directions.apple')}
        </Button>
        <Checkbox
          className="mt-2"
          label={t('directions.keep')}
          description={t('directions.keepHint')}
          checked={isKept}
          onCheckedChange={(checked) => setKept(checked === true)}
        />
      </div>
    </Dialog>
  );
}

export interface DirectionsButtonProps {
  coordinates: Coordinates | null | undefined;
  /** Name of the place, for a map app that shows it. */
  name?: string | undefined;
  className?: string;
}

/** spec 2.8: opens directions in the stored app, or a dialog to choose the app. */
export function DirectionsButton({ coordinates, name, className }: DirectionsButtonProps) {
  const { t } = useTranslation('place');
  const [provider, setProvider] = useState(storedProvider);
  const [isAsking, setAsking] = useState(false);
  const go = (app: MapApp): void => {
    const url = directionsUrl(appFor(app, navigator), coordinates, name);
    if (url) window.open(url, '_blank', 'noopener');
  };
  const press = (): void => {
    if (provider === 'ask') setAsking(true);
    else go(provider);
  };
  const choose = (app: MapApp, isKept: boolean): void => {
    setAsking(false);
    const next = isKept ? app : 'ask';
    storeProvider(next);
    setProvider(next);
    go(app);
  };
  return (
    <>
      <Button icon={<Navigation aria-hidden="true" />} className={cn('flex-1', className)} onClick={press}>
        {t('getDirections')}
      </Button>
      {provider !== 'ask' && (
        <IconButton icon={<EllipsisVertical />} variant="secondary" label={t('directions.change')} onClick={() => setAsking(true)} />
      )}
      <DirectionsDialog open={isAsking} onOpenChange={setAsking} onChoose={choose} />
    </>
  );
}
