import { problemCode } from '@waystory/client/api.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ItineraryView, refreshAround } from '../itinerary/itinerary.query.ts';
import { itineraryWrites } from '../itinerary/itinerary-writes.ts';
import { failureOf } from '../saving/failure.ts';
import { addToTrip, type TripChoice } from './add-to-trip.ts';
import type { TripStop } from './trip-stop.ts';
import { useAddedToast } from './use-added-toast.tsx';

/** Option value of a new trip. */
export const newTrip = 'new';
/** Option value without a day. */
export const noDay = 'none';

/** Texts of refusals in `trip.json`. */
const reasons: Readonly<Record<string, string>> = {
  'stop/too-many': 'full',
  'itinerary/too-large': 'tooLarge',
  'place/unknown': 'gone',
  'itinerary/unknown': 'tripGone',
};

export type TripForm = ReturnType<typeof useTripForm>;

/** Choices in the dialog, and one idempotent request for them. */
export function useTripForm(stop: TripStop, trips: readonly ItineraryView[] | undefined, onDone: () => void) {
  const { t } = useTranslation('trip');
  const say = useAddedToast();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [dayId, setDayId] = useState(noDay);
  const [title, setTitle] = useState('');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<'title' | 'send' | null>(null);
  const [reason, setReason] = useState('failed');
  const attempt = useRef({ sent: '', key: '' });
  // The most recently changed trip is the default.
  const tripId = chosenId ?? trips?.[0]?.id ?? newTrip;
  const isNew = tripId === newTrip;

  const send = async (): Promise<void> => {
    if (isPending) return;
    if (isNew && title.trim() === '') return setProblem('title');
    const choice: TripChoice = isNew
      ? { kind: 'new', title: title.trim() }
      : { kind: 'own', itineraryId: tripId, dayId: dayId === noDay ? null : dayId };
    const sent = JSON.stringify(choice);
    if (attempt.current.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() };
    setPending(true);
    setProblem(null);
    try {
      const added = await addToTrip(itineraryWrites, stop, choice, attempt.current.key);
      await refreshAround(added.itineraryId).catch(() => null);
      onDone();
      say(stop, isNew ? title.trim() : (trips?.find(({ id }) => id === tripId)?.title ?? ''), added);
    } catch (error) {
      // A refused attempt created nothing, so the next one gets a new key.
      if (failureOf(error).type === 'refused') attempt.current = { sent: '', key: '' };
      setReason(reasons[problemCode(error) ?? ''] ?? 'failed');
      setProblem('send');
    } finally {
      setPending(false);
    }
  };
  const choose = (id: string): void => {
    setChosenId(id);
    setDayId(noDay);
    setProblem(null);
  };
  const write = (text: string): void => {
    setTitle(text);
    setProblem(null);
  };
  return {
    ...{ tripId, isNew, choose, dayId, chooseDay: setDayId, title, setTitle: write, isPending, send },
    titleError: problem === 'title' ? t('titleMissing') : null,
    error: problem === 'send' ? t(reason) : null,
  };
}
