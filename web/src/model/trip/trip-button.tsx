import { Button, IconButton } from '@waystory/ui/button.tsx';
import { MapPinPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type TripStop, useAddToTrip } from './trip-stop.ts';

/** Adds a stop of a story to the reader's own trip. */
export function TripButton({ title, placeId }: TripStop) {
  const { t } = useTranslation();
  const add = useAddToTrip();
  return (
    <Button variant="secondary" size="sm" icon={<MapPinPlus aria-hidden="true" />} onClick={() => add({ title, placeId })}>
      {t('common.trip.action')}
    </Button>
  );
}

/** Icon-only variant of `TripButton`. */
export function TripIcon({ title, placeId }: TripStop) {
  const { t } = useTranslation();
  const add = useAddToTrip();
  return (
    <IconButton
      icon={<MapPinPlus />}
      label={t('common.trip.label', { title })}
      size="sm"
      side="left"
      className="-my-1 text-muted print:hidden"
      onClick={() => add({ title, placeId })}
    />
  );
}
