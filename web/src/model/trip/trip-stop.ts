import { Store, useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../identity/sign-in-gate.ts';

/** Place and name for the reader's own trip. Texts by other authors are not copied. */
export interface TripStop {
  title: string;
  placeId: string;
}

/** Subject of the dialog, and a serial number: each opening starts anew. */
export interface TripQuestion {
  stop: TripStop;
  serial: number;
}

const question = new Store<TripQuestion | null>(null);
let count = 0;

/** Opens the single trip dialog; null closes it. */
export function setTripStop(stop: TripStop | null): void {
  if (stop) count += 1;
  question.setState(() => stop && { stop, serial: count });
}

/** Subject of the open dialog. */
export const useTripQuestion = (): TripQuestion | null => useSelector(question);

/** Asks for the trip of a stop; a visitor signs in first and is asked afterwards. */
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
