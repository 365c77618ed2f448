import { Store, useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../identity/sign-in-gate.ts';

/** Place and name for the reader's own trip. Texts by other authors are not copied. */
export interface TripStop {
  title: string;
  placeId: string;
}

/** Stop of the trip dialog, with a serial number, so that each opening starts with an empty form. */
export interface TripDialogState {
  stop: TripStop;
  serial: number;
}

const question = new Store<TripDialogState | null>(null);
let count = 0;

/** Opens the single trip dialog; null closes it. */
export function setTripStop(stop: TripStop | null): void {
  if (stop) count += 1;
  question.setState(() => stop && { stop, serial: count });
}

/** Stop of the open trip dialog; null while it is closed. */
export const useTripDialogState = (): TripDialogState | null => useSelector(question);

/** Opens the trip dialog for a stop; for a visitor, after the sign-in. */
export function useAddToTrip(): (stop: TripStop) => void {
  const { t } = useTranslation();
  const gate = useSignInGate();
  return ({ title, placeId }) => {
    const stop = { title, placeId };
    gate({ title: t('common.trip.signInTitle'), description: t('common.trip.signInText'), intent: { kind: 'trip', ...stop } }, () =>
      setTripStop(stop),
    );
  };
}
