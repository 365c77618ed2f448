import { useNavigate } from '@tanstack/react-router';
import { longestTitle, type Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../../lib/use-stable.ts';
import { useSaver } from '../../../model/editing/use-session.ts';
import { ownDrafts } from '../../../model/saving/draft-store.ts';
import { type Form, useSaverForm } from '../../../model/saving/use-form.ts';
import { type ChosenPlace, isSamePlace, pinAt, placeNameOf, placeOfStop } from '../place-field/chosen-place.ts';
import type { DayContext } from './day-context.ts';
import { stopSaver, storedStopValues } from './stop-saver.ts';
import { type StopValues, stopRules } from './stop-values.ts';

export type StopForm = Form<StopValues>;

/** Next step after a stop is saved. */
export type AfterSaving = 'leave' | 'another';

/**
 * Form of a stop with its saver and actions.
 * @param onAnother Opens the form of another stop, which begins with the given date.
 */
export function useStopForm(itineraryId: string, context: DayContext, stop: Stop | null, onAnother: (date: string) => void) {
  const { t } = useTranslation('stop-form');
  const navigate = useNavigate();
  const [{ saver, addAgain }] = useState(() => stopSaver({ itineraryId, dayId: context.day.id, stop, date: context.date }, ownDrafts()));
  const form = useSaverForm(saver, stopRules);
  const [after, setAfter] = useState<AfterSaving>('leave');
  const [presses, setPresses] = useState(0);
  const saved = useEffectEvent(() => {
    const { title, date } = saver.store.state.fields;
    toast.success(t(stop ? 'saved.changed' : 'saved.added', { title }));
    if (after === 'another') onAnother(date);
    else void navigate({ to: '/itineraries/$id/edit', params: { id: itineraryId }, hash: `day-${context.number}` });
  });
  useEffect(() => saver.whenSaved(() => saved()), [saver]);
  // Changes from other windows update the fields that have no local edit.
  useEffect(() => {
    if (stop) saver.receive(storedStopValues(stop, context.date));
  }, [saver, stop, context.date]);

  const save = (next: AfterSaving): void => {
    setAfter(next);
    setPresses((count) => count + 1);
    form.submit(() => saver.save())();
  };
  const isUnsaved = useCallback(() => saver.isUnsaved, [saver]);
  return { form, saver, snapshot: useSaver(saver), after, presses, save, addAgain: () => void (stop && addAgain(stop)), isUnsaved };
}

/** Chosen place of the form. The title of a new stop follows the place until the writer types a title. */
export function useChosenPlace(form: StopForm, stop: Stop | null) {
  const { place } = form.values;
  const suggestedTitle = useRef<string | null>(null);
  const choose = useStableCallback((next: ChosenPlace): void => {
    const { title } = form.values;
    const name = placeNameOf(next);
    const own = stop && placeOfStop(stop);
    form.edit({ place: own && isSamePlace(next, own) ? own : next });
    form.show('place');
    if (name === null || (title.trim() !== '' && title !== suggestedTitle.current)) return;
    suggestedTitle.current = name.slice(0, longestTitle);
    form.edit({ title: suggestedTitle.current });
    form.show('title');
  });
  const movePin = useCallback((at: Coordinates) => choose(pinAt(at)), [choose]);
  return { place, choose, movePin };
}
