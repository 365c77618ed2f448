import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { Card } from '@waystory/ui/card.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayColors } from '../../../model/itinerary/day-colors.ts';
import { LeaveGuard } from '../../../model/saving/leave-guard.tsx';
import { TextConflict } from '../conflict/text-conflict.tsx';
import { PinMap } from '../pin-map/pin-map.tsx';
import { coordinatesOf, nameOf } from '../place-field/chosen-place.ts';
import { ActionBar } from './action-bar.tsx';
import type { DayContext } from './day-context.ts';
import { StopBanners } from './stop-banners.tsx';
import { stopKinds } from './stop-values.ts';
import { TimesSection } from './times-section.tsx';
import { type StopForm as Form, useChosenPlace, useStopForm } from './use-stop-form.ts';
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

/** The form of a stop: place, texts, times. Edits stay in the browser until the writer saves. */
export function StopForm(props: StopFormProps) {
  const [another, setAnother] = useState<{ count: number; date: string } | null>(null);
  const context = another ? { ...props.context, date: another.date } : props.context;
  return (
    <OneStopForm
      {...props}
      key={another?.count}
      context={context}
      isAnother={another !== null}
      onAnother={(date) => setAnother({ count: (another?.count ?? 0) + 1, date })}
    />
  );
}

interface OneStopFormProps extends StopFormProps {
  /** This form follows a stop that was just saved. */
  isAnother: boolean;
  onAnother: (date: string) => void;
}

function OneStopForm({ itineraryId, context, stop, notices, isAnother, onAnother }: OneStopFormProps) {
  const { t } = useTranslation('stop-form');
  const { form, saver, snapshot, after, presses, save, addAgain, isUnsaved } = useStopForm(itineraryId, context, stop, onAnother);
  const { focus } = form;
  useEffect(() => {
    if (!isAnother) return;
    scrollTo({ top: 0 });
    requestAnimationFrame(() => focus('place'));
  }, [isAnother, focus]);
  return (
    <form
      className="@container"
      noValidate
      aria-labelledby="stop-form-heading"
      onSubmit={(event) => {
        event.preventDefault();
        save('leave');
      }}
    >
      <LeaveGuard isUnsaved={isUnsaved} text={t('leave.text')} />
      <div className="mx-auto flex max-w-6xl flex-col gap-5 px-4 pt-5 pb-10 md:px-8">
        <h1 id="stop-form-heading" className="text-title">
          {stop ? t('editTitle') : t('newTitle', { number: context.number })}
        </h1>
        {notices}
        <StopBanners
          snapshot={snapshot}
          onSave={() => save(after)}
          onAnew={addAgain}
          onAccept={() => saver.acceptRestored()}
          onDiscard={() => saver.discard()}
        />
        {/* Another press of the button asks again. */}
        <TextConflict key={presses} saver={saver} where={null} kinds={stopKinds} labelOf={(field) => t(`fields.${field}.label`)} />
        <Sections form={form} itineraryId={itineraryId} context={context} stop={stop} />
      </div>
      <ActionBar
        itineraryId={itineraryId}
        number={context.number}
        isNew={stop === null}
        phase={snapshot.state.phase}
        after={after}
        onSaveAnother={() => save('another')}
      />
    </form>
  );
}

/** The fields, and beside them the map; on a phone the map follows the place. */
function Sections({ form, itineraryId, context, stop }: Omit<StopFormProps, 'notices'> & { form: Form }) {
  const map = useRef<HTMLDivElement>(null);
  const { place, choose, movePin } = useChosenPlace(form, stop);
  const toMap = (): void => {
    map.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    map.current?.querySelector<HTMLElement>('canvas')?.focus({ preventScroll: true });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_24rem] @4xl:grid-rows-[auto_1fr] @6xl:grid-cols-[minmax(0,1fr)_28rem] @6xl:gap-7">
      <WhereSection form={form} context={context} isNew={stop === null} onPlace={choose} onPin={toMap} />
      <div ref={map} className="scroll-mt-32 @4xl:sticky @4xl:top-20 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
        <PinMap
          name={place && nameOf(place)}
          value={place && coordinatesOf(place)}
          onChange={movePin}
          stops={context.others}
          color={dayColors[(context.number - 1) % dayColors.length] ?? dayColors[0]}
          around={context.around}
          className="h-[26rem] @4xl:h-[min(calc(100dvh-17.5rem),44rem)]"
        />
      </div>
      <div className="flex min-w-0 flex-col gap-5 @4xl:col-start-1">
        {stop?.state === 'SUGGESTED' && <SuggestionField form={form} />}
        <WordsSection form={form} itineraryId={itineraryId} context={context} onPlace={choose} />
        <TimesSection form={form} context={context} />
      </div>
    </div>
  );
}

/** spec 4: the writer accepts suggestions. */
function SuggestionField({ form }: { form: Form }) {
  const { t } = useTranslation('stop-form');
  return (
    <Card tone="sunken">
      <Checkbox
        label={t('suggestion.label')}
        description={t('suggestion.text')}
        checked={form.values.state === 'ACCEPTED'}
        onCheckedChange={(checked) => form.edit({ state: checked === true ? 'ACCEPTED' : 'SUGGESTED' })}
      />
    </Card>
  );
}
