import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { LocateFixed, MapPinPlus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locate } from '../../../map/location.ts';
import { ZoomButtons } from '../../../map/zoom-buttons.tsx';

interface MapButtonsProps {
  map: MapLibreMap;
  onPut: (at: Coordinates) => void;
}

/** Closer and farther, and two ways to put the pin that need no pointer. */
export function MapButtons({ map, onPut }: MapButtonsProps) {
  const { t } = useTranslation('stop-form');
  const [isLocating, setLocating] = useState(false);
  const findMe = async (): Promise<void> => {
    setLocating(true);
    const position = await locate();
    setLocating(false);
    if (typeof position === 'string') toast.error(t(`pin.locate.${position}`));
    else onPut(position);
  };
  const putInMiddle = (): void => {
    const { lat, lng } = map.getCenter();
    onPut({ latitude: lat, longitude: lng });
  };
  return (
    <ZoomButtons map={map}>
      <IconButton label={t('pin.here')} side="left" size="sm" variant="floating" loading={isLocating} onClick={() => void findMe()}>
        <LocateFixed aria-hidden="true" />
      </IconButton>
      <IconButton label={t('pin.putInMiddle')} side="left" size="sm" variant="floating" onClick={putInMiddle}>
        <MapPinPlus aria-hidden="true" />
      </IconButton>
    </ZoomButtons>
  );
}
