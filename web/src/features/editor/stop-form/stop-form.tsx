import { useNavigate } from '@tanstack/react-router';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../ui/toast-store.ts';
import { dayColors } from '../../story/day-colors.ts';
import { PinMap } from '../pin-map/pin-map.tsx';
import { coordinatesOf, nameOf } from '../place-field/chosen-place.ts';
import { ActionBar } from './action-bar.tsx';
import type { DayContext } from './day-context.ts';
import { StopBanners } from './stop-banners.tsx';
import { StopConflict } from './stop-conflict.tsx';
import type { AfterSaving } from './stop-draft.ts';
import { StopLeaveGuard } from './stop-leave-guard.tsx';
import { blankValues, type StopText, valuesOf } from './stop-values.ts';
import { SuggestionField } from './suggestion-field.tsx';
import { takeTheirs } from './take-theirs.ts';
import { TimesSection } from './times-section.tsx';
import { useChosenPlace } from './use-chosen-place.ts';
import { useStopDraft } from './use-stop-draft.ts';
import { editsOf, useStopSaving } from './use-stop-saving.ts';
import { WhereSection } from './where-section.tsx';
import { WordsSection } from './words-section.tsx';

export interface StopFormProps {
  itineraryId: string;
  context: DayContext;
  /** Null for a new one. */
  stop: Stop | null;
  /** Notices of the story as a whole. */
  notices: ReactNode;
}

/** A stop being written: where, what, when. Nothing is sent before it is saved, and nothing is lost before that. */
export function StopForm({ itineraryId, context, stop, notices }: StopFormProps) {
  const { t } = useTranslation('stop-form');
  const navigate = useNavigate();
  const map = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  const target = { itineraryId, dayId: context.day.id, stop, date: context.date };
  const drafted = useStopDraft(target);
  const { form, draft, isUnsaved, restart, start } = drafted;

  const leave = (): void => {
    isLeaving.current = true;
    void navigate({ to: '/itineraries/$id/edit', params: { id: itineraryId }, hash: `day-${context.number}` });
  };
  const saved = ({ title }: Stop, after: AfterSaving): void => {
    toast.success(t(stop ? 'saved.changed' : 'saved.added', { title }));
    restart(stop ? form.getValues() : blankValues(form.getValues('date')));
    if (after === 'leave') leave();
    else {
      scrollTo({ top: 0 });
      requestAnimationFrame(() => form.setFocus('place'));
    }
  };
  const { status, save, settle } = useStopSaving(target, drafted, saved);
  const { place, choose, movePin, isPlaceKept, allowAnother } = useChosenPlace(form, stop);

  const resolve = (lost: (keyof StopText)[]): void => {
    if (status.phase !== 'conflict' || !stop) return;
    const theirs = valuesOf({ ...stop, ...status.theirs.fields }, context.date);
    draft.current.base = status.theirs;
    takeTheirs(form, theirs, lost);
    void save(status.after);
  };
  const isUnsavedNow = useCallback(() => isUnsaved && !isLeaving.current, [isUnsaved]);
  const onPin = (): void => {
    map.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    map.current?.querySelector<HTMLElement>('canvas')?.focus({ preventScroll: true });
  };
  const { base } = draft.current;
  return (
    <form
      noValidate
      aria-labelledby="stop-form-heading"
      onSubmit={(event) => {
        event.preventDefault();
        void save('leave');
      }}
    >
      <StopLeaveGuard isUnsaved={isUnsavedNow} />
      <div className="mx-auto flex max-w-6xl flex-col gap-5 px-4 pt-5 pb-10 md:px-8">
        <h1 id="stop-form-heading" className="text-title">
          {stop ? t('editTitle') : t('newTitle', { number: context.number })}
        </h1>
        {notices}
        <StopBanners
          status={status}
          isRestored={drafted.isRestored}
          onSave={(after) => void save(after)}
          onAnew={(after) => {
            draft.current.base = null;
            void save(after);
          }}
          onAccept={drafted.accept}
          onDiscard={() => restart(start)}
        />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_28rem] xl:gap-7">
          <WhereSection form={form} context={context} isPlaceKept={isPlaceKept} onPlace={choose} onReplace={allowAnother} onPin={onPin} />
          <div ref={map} className="scroll-mt-32 lg:sticky lg:top-32 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <PinMap
              name={place && nameOf(place)}
              value={place && coordinatesOf(place)}
              onChange={movePin}
              stops={context.others}
              color={dayColors[(context.number - 1) % dayColors.length] ?? dayColors[0]}
              around={context.around}
              isFixed={isPlaceKept}
              className="h-[26rem] lg:h-[min(calc(100dvh-15rem),44rem)]"
            />
          </div>
          <div className="flex min-w-0 flex-col gap-5 lg:col-start-1">
            {stop?.state === 'SUGGESTED' && <SuggestionField form={form} />}
            <WordsSection form={form} itineraryId={itineraryId} />
            <TimesSection form={form} context={context} />
          </div>
        </div>
      </div>
      <ActionBar
        itineraryId={itineraryId}
        number={context.number}
        isNew={stop === null}
        isUnsaved={isUnsaved}
        status={status}
        onSaveAnother={() => void save('another')}
      />
      {status.phase === 'conflict' && stop && base && (
        <StopConflict base={base} edits={editsOf(form.getValues(), stop, base)} theirs={status.theirs} onResolve={resolve} onLater={settle} />
      )}
    </form>
  );
}
