import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useCallback, useRef, useState } from 'react';
import { type ChosenPlace, nameOf, pinAt } from '../place-field/chosen-place.ts';
import type { StopForm } from './use-stop-draft.ts';

/** The place in the form; a new stop is called after it until somebody writes a title. */
export function useChosenPlace(form: StopForm, stop: Stop | null) {
  const place = form.watch('place');
  const given = useRef<string | null>(null);
  const [mayReplace, setMayReplace] = useState(false);
  const choose = useCallback(
    (next: ChosenPlace): void => {
      const title = form.getValues('title');
      const name = nameOf(next);
      form.setValue('place', next, { shouldDirty: true, shouldValidate: true });
      if (name === null || (title.trim() !== '' && title !== given.current)) return;
      given.current = name.slice(0, 120);
      form.setValue('title', given.current, { shouldDirty: true, shouldValidate: true });
    },
    [form],
  );
  const movePin = useCallback((at: Coordinates) => choose(pinAt(at)), [choose]);
  // A draft that names another place than the stop has was agreed to when it was typed.
  const isPlaceKept = stop !== null && !mayReplace && (place === null || place.by === 'stop');
  return { place, choose, movePin, isPlaceKept, allowAnother: () => setMayReplace(true) };
}
