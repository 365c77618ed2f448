import { useNavigate } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSaver } from '../../../model/editing/use-session.ts';
import { ownDrafts } from '../../../model/saving/draft-store.ts';
import { focusFirst, useSaverForm } from '../../../model/saving/use-saver-form.ts';
import { type ChosenPlace, isSamePlace, nameOf, pinAt, placeOfStop } from '../place-field/chosen-place.ts';
import type { DayContext } from './day-context.ts';
import { type StopTarget, stopSaver, storedValues } from './stop-saver.ts';
import { type StopValues, stopRules } from './stop-values.ts';

export type StopForm = UseFormReturn<StopValues>;

/** What happens after a stop is saved. */
export type AfterSaving = 'leave' | 'another';

const fieldOrder = [
  ...(['place', 'title', 'highlight', 'description', 'date', 'arrival', 'start', 'departure', 'departureDate'] as const),
  ...(['durationMinutes', 'travelTimeMinutes'] as const),
] as const satisfies readonly (keyof StopValues)[];

/**
 * The form of a stop with all that can be done with it.
 * @param onAnother Begins one more stop, on the date of this one.
 */
export function useStopForm(itineraryId: string, context: DayContext, stop: Stop | null, onAnother: (date: string) => void) {
  const { t } = useTranslation('stop-form');
  const navigate = useNavigate();
  const target: StopTarget = { itineraryId, dayId: context.day.id, stop, date: context.date };
  const latest = useRef(target);
  const [{ saver, addAgain }] = useState(() => stopSaver(() => latest.current, ownDrafts()));
  const form = useSaverForm(saver, stopRules);
  const [after, setAfter] = useState<AfterSaving>('leave');
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    latest.current = target;
    saver.onSaved = () => {
      const { title, date } = form.getValues();
      toast.success(t(stop ? 'saved.changed' : 'saved.added', { title }));
      if (after === 'another') onAnother(date);
      else void navigate({ to: '/itineraries/$id/edit', params: { id: itineraryId }, hash: `day-${context.number}` });
    };
  });
  // What changed elsewhere is shown where nothing is written here.
  useEffect(() => {
    if (stop) saver.receive(storedValues(stop, context.date));
  }, [saver, stop, context.date]);

  const save = (next: AfterSaving): void => {
    setAfter(next);
    setPresses((count) => count + 1);
    void form.handleSubmit(() => saver.save(), focusFirst(form, fieldOrder))();
  };
  const isUnsaved = useCallback(() => saver.isUnsaved, [saver]);
  return { form, saver, snapshot: useSaver(saver), after, presses, save, addAgain: () => void addAgain(), isUnsaved };
}

/** The place in the form; a new stop is called after it until somebody writes a title. */
export function useChosenPlace(form: StopForm, stop: Stop | null) {
  const place = form.watch('place');
  const suggestedTitle = useRef<string | null>(null);
  const choose = useCallback(
    (next: ChosenPlace): void => {
      const title = form.getValues('title');
      const name = nameOf(next);
      const own = stop && placeOfStop(stop);
      form.setValue('place', own && isSamePlace(next, own) ? own : next, { shouldDirty: true, shouldValidate: true });
      if (name === null || (title.trim() !== '' && title !== suggestedTitle.current)) return;
      suggestedTitle.current = name.slice(0, 120);
      form.setValue('title', suggestedTitle.current, { shouldDirty: true, shouldValidate: true });
    },
    [form, stop],
  );
  const movePin = useCallback((at: Coordinates) => choose(pinAt(at)), [choose]);
  return { place, choose, movePin };
}
