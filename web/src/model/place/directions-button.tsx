import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { EllipsisVertical, Navigation } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appFor, directionsUrl, type MapApp, storedProvider, storeProvider } from './directions.ts';
import { DirectionsDialog } from './directions-dialog.tsx';

export interface DirectionsButtonProps {
  coordinates: Coordinates | null | undefined;
  /** Name of the place, for a map app that shows it. */
  name?: string | undefined;
  className?: string;
}

/** spec 2.8: opens the way to a place in the app that was chosen, or asks which. */
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
        <IconButton variant="secondary" label={t('directions.change')} onClick={() => setAsking(true)}>
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      )}
      <DirectionsDialog open={isAsking} onOpenChange={setAsking} onChoose={choose} />
    </>
  );
}
