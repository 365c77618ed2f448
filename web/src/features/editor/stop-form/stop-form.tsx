import { Link } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { scrollBehavior } from '@waystory/ui/media-query.ts';
import { ArrowLeft, Check, CloudOff, PenLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayColors } from '../../../model/itinerary/day-colors.ts';
import type { SaverSnapshot } from '../../../model/saving/entity-saver.ts';
import { LeaveGuard } from '../../../model/saving/leave-guard.tsx';
import type { SavePhase } from '../../../model/saving/save-state.ts';
import { TextConflict } from '../conflict/text-conflict.tsx';
import { PinMap } from '../pin-map/pin-map.tsx';
import { coordinatesOf, placeNameOf } from '../place-field/chosen-place.ts';
import type { DayContext } from './day-context.ts';
import { type StopValues, stopKinds } from './stop-values.ts';
import { TimesSection } from './times-section.tsx';
import { type AfterSaving, type StopForm as Form, useChosenPlace, useStopForm } from './use-stop-form.ts';
import { WhereSection } from './where-section.tsx';
import { PicturesAndTextsSection } from './words-section.tsx';

export interface StopFormProps {
  itineraryId: string;
  context: DayContext;
  /** Null for a new stop. */
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
        {/* The key reopens a postponed conflict at the next press of the save button. */}
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

/** Form sections beside the pin map. On a phone, the map is below the place field. */
function Sections({ form, itineraryId, context, stop }: Omit<StopFormProps, 'notices'> & { form: Form }) {
  const map = useRef<HTMLDivElement>(null);
  const { place, choose, movePin } = useChosenPlace(form, stop);
  const toMap = (): void => {
    map.current?.scrollIntoView({ block: 'center', behavior: scrollBehavior() });
    map.current?.querySelector<HTMLElement>('canvas')?.focus({ preventScroll: true });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_24rem] @4xl:grid-rows-[auto_1fr] @6xl:grid-cols-[minmax(0,1fr)_28rem] @6xl:gap-7">
      <WhereSection form={form} context={context} isNew={stop === null} onPlace={choose} onPin={toMap} />
      <div ref={map} className="scroll-mt-32 @4xl:sticky @4xl:top-20 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
        <PinMap
          name={place && placeNameOf(place)}
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
        <PicturesAndTextsSection form={form} itineraryId={itineraryId} context={context} onPlace={choose} />
        <TimesSection form={form} context={context} />
      </div>
    </div>
  );
}

/** spec 4: checkbox with which the writer accepts a suggested stop. */
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

interface ActionBarProps {
  itineraryId: string;
  /** Number of the day, 1 for the first. */
  number: number;
  isNew: boolean;
  phase: SavePhase;
  /** Last requested step after the save: leave the form, or add another stop. */
  after: AfterSaving;
  onSaveAnother: () => void;
}

/** Actions of the stop form at the lower edge of the window; on a phone above the navigation bar. */
function ActionBar({ itineraryId, number, isNew, phase, after, onSaveAnother }: ActionBarProps) {
  const { t } = useTranslation('stop-form');
  const saving = phase === 'saving' ? after : null;
  return (
    <div className="slim:static sticky bottom-0 z-strip border-line border-t bg-canvas/95 backdrop-blur max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-end gap-x-3 gap-y-2 px-4 py-3 md:px-8">
        <LinkButton asChild variant="quiet" size="md" className="-ml-3 px-3">
          <Link to="/itineraries/$id/edit" params={{ id: itineraryId }} hash={`day-${number}`}>
            <ArrowLeft aria-hidden="true" />
            <span className="max-sm:sr-only">{t('back')}</span>
          </Link>
        </LinkButton>
        <SaveState phase={phase} />
        <span className="flex-1" />
        {isNew && (
          <Button variant="secondary" className="max-sm:px-3.5 max-sm:text-small" loading={saving === 'another'} onClick={onSaveAnother}>
            <span className="max-sm:hidden">{t('saveAnother')}</span>
            <span className="sm:hidden">{t('saveAnotherShort')}</span>
          </Button>
        )}
        <Button type="submit" loading={saving === 'leave'} disabled={!isNew && phase === 'saved'}>
          {t(isNew ? 'add' : 'save')}
        </Button>
      </div>
    </div>
  );
}

function SaveState({ phase }: Pick<ActionBarProps, 'phase'>) {
  const { t } = useTranslation('stop-form');
  const state = phase === 'saved' ? 'nothing' : phase === 'waiting' || phase === 'saving' ? 'kept' : 'failed';
  const icon = { failed: <CloudOff aria-hidden="true" />, kept: <PenLine aria-hidden="true" />, nothing: <Check aria-hidden="true" /> }[state];
  return (
    <p role="status" className="hidden items-center gap-1.5 text-small text-muted md:flex [&_svg]:size-4">
      {state !== 'nothing' && icon}
      {state !== 'nothing' && t(`state.${state}`)}
    </p>
  );
}

interface StopBannersProps {
  snapshot: SaverSnapshot<StopValues>;
  onSave: () => void;
  /** Adds a stop again that was deleted elsewhere. */
  onAnew: () => void;
  onAccept: () => void;
  onDiscard: () => void;
}

/** Reason why the stop is not saved, with its remedy, and the restored draft. */
function StopBanners({ snapshot: { state, restored }, onSave, onAnew, onAccept, onDiscard }: StopBannersProps) {
  const { t } = useTranslation('stop-form');
  const { phase, problem } = state;
  // A user gesture permits a popup, so the token can be renewed on this page. Otherwise the page redirects to the sign-in, and the draft is saved on
  // return.
  const signIn = async (): Promise<void> => {
    if (await auth.token()) onSave();
    else await auth.signIn();
  };
  const isGone = problem === 'stop/unknown';
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {phase === 'signed-out' && (
        <Banner
          tone="offline"
          title={t('failed.signedOutTitle')}
          text={t('failed.signedOutText')}
          actions={
            <Button size="sm" onClick={() => void signIn()}>
              {t('failed.signIn')}
            </Button>
          }
        />
      )}
      {(phase === 'retrying' || phase === 'refused') && (
        <Banner
          tone={phase === 'refused' ? 'conflict' : 'offline'}
          title={t(phase === 'refused' ? 'failed.refusedTitle' : 'failed.awayTitle')}
          text={t([`failed.problems.${phase === 'refused' ? problem?.replace('/', '-') : 'away'}`, 'failed.problems.other'])}
          actions={
            <Button size="sm" variant="secondary" onClick={isGone ? onAnew : onSave}>
              {isGone ? t('failed.addAgain') : t('tryAgain')}
            </Button>
          }
        />
      )}
      {restored.length > 0 && phase === 'waiting' && (
        <Banner
          title={t('restored.title')}
          text={t('restored.text')}
          onDismiss={onAccept}
          actions={
            <Button size="sm" variant="secondary" onClick={onDiscard}>
              {t('restored.discard')}
            </Button>
          }
        />
      )}
    </div>
  );
}
