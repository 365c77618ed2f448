import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { api } from '../../../client/api.ts';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { queryClient } from '../../../model/query-client.ts';
import { whenWorthRetrying } from '../../../model/saving/back-off.ts';
import { type Failure, failureOf } from '../../../model/saving/failure.ts';
import { type Edits, type Versioned, withoutSame } from '../../../model/saving/versions.ts';
import { type ChosenPlace, isSamePlace, placeOfStop, referenceOf } from '../place-field/chosen-place.ts';
import { nearestPlace } from '../place-field/place.query.ts';
import { type Attempt, addOnce, type NewStop, replaceStop, rewriteStop } from './send-stop.ts';
import type { AfterSaving } from './stop-draft.ts';
import { type StopText, type StopValues, storedText, textOf, valuesOf } from './stop-values.ts';
import type { DraftedForm, StopForm, StopFormTarget } from './use-stop-draft.ts';

export type SaveStatus =
  | { phase: 'idle' }
  | { phase: 'saving'; after: AfterSaving }
  | { phase: 'failed'; after: AfterSaving; failure: Failure; failures: number }
  | { phase: 'conflict'; after: AfterSaving; theirs: Versioned<StopText> };

/** What the server knows around a pin; a stop can be saved without it. */
const around = (place: ChosenPlace) =>
  place.by === 'pin' ? queryClient.fetchQuery({ ...nearestPlace(place.coordinates), retry: false }).catch(() => null) : Promise.resolve(null);

/** The fields in which the form differs from what it was typed on. */
export function editsOf(values: StopValues, stop: Stop, base: Versioned<StopText>): Edits<StopText> {
  // Compared as the form shows it, so that seconds which it cannot show are no change.
  return withoutSame<StopText>(textOf(values), textOf(valuesOf({ ...stop, ...base.fields }, values.date)));
}

/** As they stand on the screen, where the form library goes by the order in which they were first drawn. */
const fieldOrder = [
  ...(['place', 'title', 'highlight', 'description', 'date', 'arrival', 'start', 'departure', 'departureDate'] as const),
  ...(['durationMinutes', 'travelTimeMinutes'] as const),
] as const satisfies readonly (keyof StopValues)[];

/** Leads to the first field that is wrong. */
const focusFirst =
  (form: StopForm) =>
  (errors: FieldErrors<StopValues>): void => {
    const first = fieldOrder.find((field) => errors[field]);
    if (first) form.setFocus(first);
  };

/** Takes the stop to the server; answers it, or what stands against it. */
async function send(
  { itineraryId, dayId, stop }: StopFormTarget,
  { draft, keep }: DraftedForm,
  values: StopValues,
): Promise<Stop | Versioned<StopText>> {
  const keepAttempt = (attempt: Attempt): void => {
    Object.assign(draft.current, attempt);
    keep();
  };
  const { state, ...text } = textOf(values);
  const { base } = draft.current;
  if (!values.place) throw new Error('The form lets no stop without a place through');
  const isThere = stop !== null && isSamePlace(values.place, placeOfStop(stop));
  if (!stop || !isThere || !base) {
    const body: NewStop = { ...text, ...referenceOf(values.place, await around(values.place)) };
    if (stop) return replaceStop(itineraryWrites, stop, draft.current, body, state, keepAttempt);
    return addOnce(itineraryWrites, itineraryId, draft.current, { ...body, dayIds: [dayId] }, keepAttempt);
  }
  const edits = editsOf(values, stop, base);
  if (Object.keys(edits).length === 0) return stop;
  const params = { itineraryId, id: stop.id };
  const rewritten = await rewriteStop(
    {
      send: (body, ifMatch) => itineraryWrites.patchStop({ params, body, ifMatch }),
      load: async () => storedText(await api.getItineraryStop({ params })),
    },
    base,
    edits,
  );
  return rewritten.type === 'saved' ? rewritten.stop : rewritten.theirs;
}

/** Saving with everything that can come between; what was to be saved before a reload or a sign-in is saved after it. */
export function useStopSaving(target: StopFormTarget, drafted: DraftedForm, onSaved: (stop: Stop, after: AfterSaving) => void) {
  const { form, draft } = drafted;
  const [status, setStatus] = useState<SaveStatus>({ phase: 'idle' });
  const failures = useRef(0);
  const isSending = useRef(false);
  // The latest of everything: a retry must not send what was there when it was planned.
  const latest = useRef({ target, drafted, onSaved });
  useEffect(() => {
    latest.current = { target, drafted, onSaved };
  });

  const attempt = useCallback(async (values: StopValues, after: AfterSaving): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setStatus({ phase: 'saving', after });
    const next = await attempted(latest.current.target, latest.current.drafted, values, after);
    isSending.current = false;
    failures.current = 'failure' in next ? failures.current + 1 : 0;
    if ('failure' in next) setStatus({ phase: 'failed', after, failure: next.failure, failures: failures.current });
    else if ('theirs' in next) setStatus({ phase: 'conflict', after, theirs: next.theirs });
    else {
      setStatus({ phase: 'idle' });
      latest.current.onSaved(next.stop, after);
    }
  }, []);
  const save = useCallback(
    (after: AfterSaving): Promise<void> => form.handleSubmit((values) => attempt(values, after), focusFirst(form))(),
    [form, attempt],
  );
  useSavingLater(status, draft, save);
  return { status, save, settle: () => setStatus({ phase: 'idle' }) };
}

type Outcome = { stop: Stop } | { theirs: Versioned<StopText> } | { failure: Failure };

/** One attempt, kept in the browser before it is made and after it failed. */
async function attempted(target: StopFormTarget, drafted: DraftedForm, values: StopValues, after: AfterSaving): Promise<Outcome> {
  const { draft, keep } = drafted;
  draft.current.pressed = after;
  keep();
  try {
    const answer = await send(target, drafted, values);
    draft.current.pressed = null;
    if ('fields' in answer) return { theirs: answer };
    await refreshAround(target.itineraryId).catch(() => null);
    return { stop: answer };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.type === 'refused') draft.current.pressed = null;
    keep();
    return { failure };
  }
}

/** Saves without another press what was to be saved: when the server answers again, and after a reload or a sign-in. */
function useSavingLater(status: SaveStatus, draft: DraftedForm['draft'], save: (after: AfterSaving) => Promise<void>): void {
  useEffect(() => {
    if (status.phase !== 'failed' || status.failure.type !== 'unreachable') return;
    const { after } = status;
    // Whoever goes on writing presses the button again.
    return whenWorthRetrying(status.failures, () => draft.current.pressed && void save(after));
  }, [status, save, draft]);
  const begun = useRef(false);
  useEffect(() => {
    const { pressed } = draft.current;
    if (begun.current || !pressed) return;
    begun.current = true;
    void save(pressed);
  }, [draft, save]);
}
