import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dayColors } from '../../../model/itinerary/day-colors.ts';
import { PinMap } from '../pin-map/pin-map.tsx';
import { coordinatesOf, nameOf } from '../place-field/chosen-place.ts';
import { ActionBar } from './action-bar.tsx';
import type { DayContext } from './day-context.ts';
import { StopBanners } from './stop-banners.tsx';
import { StopConflict } from './stop-conflict.tsx';
import { StopLeaveGuard } from './stop-leave-guard.tsx';
import { SuggestionField } from './suggestion-field.tsx';
import { TimesSection } from './times-section.tsx';
import { useChosenPlace } from './use-chosen-place.ts';
import type { StopForm as Form } from './use-stop-draft.ts';
import { useStopForm } from './use-stop-form.ts';
import { editsOf } from './use-stop-saving.ts';
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
  const { form, draft, isUnsaved, isUnsavedNow, status, save, saveAnew, settle, resolve, ...found } = useStopForm(itineraryId, context, stop);
  const { base } = draft.current;
  return (
    <form
      noValidate
      aria-labelledby="stop-form-heading"
      onSubmit={(event) => {
        event.preventDefault();
        save('leave');
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
          isRestored={found.isRestored}
          onSave={save}
          onAnew={saveAnew}
          onAccept={found.accept}
          onDiscard={found.discard}
        />
        <Sections form={form} itineraryId={itineraryId} context={context} stop={stop} />
      </div>
      <ActionBar
        itineraryId={itineraryId}
        number={context.number}
        isNew={stop === null}
        isUnsaved={isUnsaved}
        status={status}
        onSaveAnother={() => save('another')}
      />
      {status.phase === 'conflict' && stop && base && (
        <StopConflict base={base} edits={editsOf(form.getValues(), stop, base)} theirs={status.theirs} onResolve={resolve} onLater={settle} />
      )}
    </form>
  );
}

/** The fields, and beside them the map; on a phone the map follows the place. */
function Sections({ form, itineraryId, context, stop }: Omit<StopFormProps, 'notices'> & { form: Form }) {
  const map = useRef<HTMLDivElement>(null);
  const { place, choose, movePin, isPlaceKept, allowAnother } = useChosenPlace(form, stop);
  const toMap = (): void => {
    map.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    map.current?.querySelector<HTMLElement>('canvas')?.focus({ preventScroll: true });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_28rem] xl:gap-7">
      <WhereSection form={form} context={context} isPlaceKept={isPlaceKept} onPlace={choose} onReplace={allowAnother} onPin={toMap} />
      <div ref={map} className="scroll-mt-32 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <PinMap
          name={place && nameOf(place)}
          value={place && coordinatesOf(place)}
          onChange={movePin}
          stops={context.others}
          color={dayColors[(context.number - 1) % dayColors.length] ?? dayColors[0]}
          around={context.around}
          isFixed={isPlaceKept}
          className="h-[26rem] lg:h-[min(calc(100dvh-17.5rem),44rem)]"
        />
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-1">
        {stop?.state === 'SUGGESTED' && <SuggestionField form={form} />}
        <WordsSection form={form} itineraryId={itineraryId} />
        <TimesSection form={form} context={context} />
      </div>
    </div>
  );
}
