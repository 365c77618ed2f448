import { useNavigate } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast-store.ts';
import type { DayContext } from './day-context.ts';
import type { AfterSaving } from './stop-draft.ts';
import { blankValues, type StopText, valuesOf } from './stop-values.ts';
import { fieldsOfTheirs, takeTheirs } from './take-theirs.ts';
import { useStopDraft } from './use-stop-draft.ts';
import { editsOf, useStopSaving } from './use-stop-saving.ts';

/** The form of a stop with all that can be done with it. */
export function useStopForm(itineraryId: string, context: DayContext, stop: Stop | null) {
  const { t } = useTranslation('stop-form');
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const target = { itineraryId, dayId: context.day.id, stop, date: context.date };
  const drafted = useStopDraft(target);
  const { form, draft, isUnsaved, restart, start } = drafted;

  const saved = ({ title }: Stop, after: AfterSaving): void => {
    toast.success(t(stop ? 'saved.changed' : 'saved.added', { title }));
    restart(stop ? form.getValues() : blankValues(form.getValues('date')));
    if (after === 'leave') {
      isLeaving.current = true;
      void navigate({ to: '/itineraries/$id/edit', params: { id: itineraryId }, hash: `day-${context.number}` });
    } else {
      scrollTo({ top: 0 });
      requestAnimationFrame(() => form.setFocus('place'));
    }
  };
  const { status, save, settle } = useStopSaving(target, drafted, saved);
  /** The writer has decided where somebody else's version stands. */
  const resolve = (lost: (keyof StopText)[]): void => {
    if (status.phase !== 'conflict' || !stop) return;
    const mine = editsOf(form.getValues(), stop, draft.current.base ?? status.theirs);
    draft.current.base = status.theirs;
    takeTheirs(form, valuesOf({ ...stop, ...status.theirs.fields }, context.date), fieldsOfTheirs(mine, lost));
    void save(status.after);
  };
  /** Adds the stop again, which is gone on the server. */
  const saveAnew = (after: AfterSaving): void => {
    draft.current.base = null;
    void save(after);
  };
  const isUnsavedNow = useCallback(() => isUnsaved && !isLeaving.current, [isUnsaved]);
  return {
    ...drafted,
    status,
    save: (after: AfterSaving) => void save(after),
    saveAnew,
    settle,
    resolve,
    isUnsavedNow,
    discard: () => restart(start),
  };
}
