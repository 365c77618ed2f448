import { zodResolver } from '@hookform/resolvers/zod';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { auth } from '../../../client/identity/auth.ts';
import { createDraftStore } from '../../../model/saving/draft-store.ts';
import { sameValue } from '../../../model/saving/versions.ts';
import { isSamePlace } from '../place-field/chosen-place.ts';
import { freshDraft, readStopDraft, type StopDraft, stopEntity, writeStopDraft } from './stop-draft.ts';
import { blankValues, type StopValues, stopRules, storedText, textOf, valuesOf } from './stop-values.ts';

export interface StopFormTarget {
  itineraryId: string;
  dayId: string;
  /** Null for a new one. */
  stop: Stop | null;
  /** Most likely date of the day, '' when it is unknown. */
  date: string;
}

export type StopForm = UseFormReturn<StopValues>;

export interface DraftedForm {
  form: StopForm;
  /** What is kept in this browser; changed in place and written with `keep`. */
  draft: { current: StopDraft };
  keep: () => void;
  /** There is something that the server does not have. */
  isUnsaved: boolean;
  isRestored: boolean;
  accept: () => void;
  /** Begins anew, from what the server has or with a blank stop. */
  restart: (values: StopValues) => void;
  /** The values that the form began with. */
  start: StopValues;
}

const saysSame = (one: StopValues, other: StopValues): boolean =>
  sameValue(textOf(one), textOf(other)) &&
  (one.place && other.place ? isSamePlace(one.place, other.place) : one.place === null && other.place === null);

/** The form of a stop, kept in this browser until it is saved. */
export function useStopDraft({ itineraryId, dayId, stop, date }: StopFormTarget): DraftedForm {
  const drafts = useMemo(() => createDraftStore(localStorage, auth.snapshot().person?.subject ?? 'nobody'), []);
  const entity = stopEntity(itineraryId, dayId, stop?.id ?? null);
  const [start, setStart] = useState(() => (stop ? valuesOf(stop, date) : blankValues(date)));
  const [found] = useState(() => readStopDraft(drafts, entity, stop && storedText(stop)));
  const draft = useRef<StopDraft>(found ?? freshDraft(start, stop && storedText(stop)));
  const [isRestored, setRestored] = useState(found !== null);
  const [isUnsaved, setUnsaved] = useState(found !== null);
  const form = useForm<StopValues>({
    resolver: zodResolver(stopRules),
    defaultValues: draft.current.values,
    mode: 'onTouched',
    shouldFocusError: false,
  });

  const keep = useCallback(() => writeStopDraft(drafts, entity, draft.current), [drafts, entity]);
  const restart = useCallback(
    (values: StopValues): void => {
      drafts.remove(entity);
      draft.current = freshDraft(values, stop && storedText(stop));
      setStart(values);
      setRestored(false);
      setUnsaved(false);
      form.reset(values);
      drafts.remove(entity);
    },
    [drafts, entity, form, stop],
  );

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          // Whoever goes on writing wants to press the button again.
          draft.current = { ...draft.current, values: { ...values }, pressed: null };
          const isSame = saysSame(values, start);
          setUnsaved(!isSame);
          if (isSame && draft.current.sent === null) drafts.remove(entity);
          else keep();
        },
      }),
    [form, drafts, entity, start, keep],
  );
  // What changed elsewhere is shown as long as nothing is written here.
  const version = stop?.version;
  const shown = useRef(version);
  useEffect(() => {
    if (!stop || isUnsaved || shown.current === version) return;
    shown.current = version;
    restart(valuesOf(stop, date));
  }, [stop, version, isUnsaved, date, restart]);
  return { form, draft, keep, isUnsaved, isRestored, accept: () => setRestored(false), restart, start };
}
