import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Field, Input, Textarea } from '@waystory/ui/field.tsx';
import { Minus, Plus } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allCountries } from '../../model/country/countries.query.ts';
import { maxDaysOfNewStory, newStoryRules, newStorySaver } from '../../model/editing/new-story.ts';
import { useSaver } from '../../model/editing/use-session.ts';
import { itineraryWrites } from '../../model/itinerary/itinerary-writes.ts';
import { ownDrafts } from '../../model/saving/draft-store.ts';
import type { SavePhase } from '../../model/saving/save-state.ts';
import { useSaverForm } from '../../model/saving/use-form.ts';
import { CountriesField } from './fields/countries-field.tsx';
import { PhotoPicker } from './photo-picker/photo-picker.tsx';

/** Page that creates a story by hand: title, countries, cover and number of days. */
export function ManualPage() {
  const { t } = useTranslation('editor');
  const { form, submit, phase, isRestored, accept, discard } = useNewStory();
  useDocumentTitle(t('create.manualTitle'));
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 md:px-8 md:py-12">
      <h1 className="text-title">{t('create.manualTitle')}</h1>
      <p className="mt-2 mb-8 text-muted">{t('create.manualText')}</p>
      {isRestored && (
        <Banner
          className="mb-6"
          title={t('saving.restoredTitle')}
          text={t('create.restoredText')}
          onDismiss={accept}
          actions={
            <Button size="sm" variant="secondary" onClick={discard}>
              {t('saving.discard')}
            </Button>
          }
        />
      )}
      <form noValidate className="flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
        <NewStoryForm form={form} />
        <CreateFailure phase={phase} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-6">
          {/* A blur on press can show a validation message, which would move the button away from the pointer. */}
          <Button type="submit" size="lg" loading={phase === 'saving'} onMouseDown={(event) => event.preventDefault()}>
            {t('create.submit')}
          </Button>
          <p className="text-small text-muted">{t('create.privateNote')}</p>
        </div>
      </form>
    </div>
  );
}

function CreateFailure({ phase }: { phase: SavePhase }) {
  const { t } = useTranslation('editor');
  const isSignedOut = phase === 'signed-out';
  if (!isSignedOut && phase !== 'retrying' && phase !== 'refused') return null;
  return (
    <Banner
      tone={isSignedOut ? 'offline' : 'conflict'}
      title={isSignedOut ? t('saving.signedOutTitle') : t('create.failedTitle')}
      text={isSignedOut ? t('saving.signedOutText') : t('create.failedText')}
      actions={
        isSignedOut && (
          <Button size="sm" onClick={() => void auth.signIn()}>
            {t('saving.signIn')}
          </Button>
        )
      }
    />
  );
}

type StoryForm = ReturnType<typeof useNewStory>['form'];

/** Fields of a new story: title, short description, countries, number of days and cover. */
function NewStoryForm({ form }: { form: StoryForm }) {
  const { t } = useTranslation('editor');
  const { errors, values } = form;
  return (
    <>
      <Field label={t('details.title')} required error={errors.title}>
        <Input {...form.input('title')} maxLength={120} autoComplete="off" placeholder={t('details.titlePlaceholder')} />
      </Field>
      <Field label={t('details.short')} optional hint={t('create.shortHint')} error={errors.shortDescription}>
        <Textarea
          rows={2}
          max={300}
          placeholder={t('details.shortPlaceholder')}
          {...form.input('shortDescription')}
          onChange={({ target }) => form.edit({ shortDescription: target.value || null })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <CountriesField value={values.countryIds} onChange={(countryIds) => form.edit({ countryIds })} error={errors.countryIds} />
        <DaysField value={values.days} onChange={(days) => form.edit({ days })} error={errors.days} {...form.control('days')} />
      </div>
      <CoverField form={form} />
    </>
  );
}

interface DaysFieldProps {
  value: number;
  onChange: (value: number) => void;
  ref: Ref<HTMLInputElement>;
  onBlur: () => void;
  error: string | undefined;
}

function DaysField({ value, onChange, ref, onBlur, error }: DaysFieldProps) {
  const { t } = useTranslation('editor');
  const step = (by: number): void => onChange(Math.min(maxDaysOfNewStory, Math.max(1, (Number.isNaN(value) ? 0 : value) + by)));
  return (
    <Field label={t('create.days')} error={error}>
      <div className="flex items-center gap-2">
        <Button icon={<Minus />} variant="secondary" size="icon" aria-label={t('create.fewerDays')} disabled={value <= 1} onClick={() => step(-1)} />
        <Input
          ref={ref}
          inputMode="numeric"
          className="px-1 text-center tabular-nums"
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange(Number.parseInt(target.value, 10))}
          onBlur={onBlur}
        />
        <Button
          icon={<Plus />}
          variant="secondary"
          size="icon"
          aria-label={t('create.moreDays')}
          disabled={value >= maxDaysOfNewStory}
          onClick={() => step(1)}
        />
      </div>
    </Field>
  );
}

function CoverField({ form }: { form: StoryForm }) {
  const { t } = useTranslation('editor');
  const { title, countryIds, imageUrl, imageId } = form.values;
  const names = useCountryNames(countryIds);
  return (
    <section aria-labelledby="cover-heading" className="flex flex-col gap-2">
      <h2 id="cover-heading" className="text-small font-semibold">
        {t('cover.heading')}
      </h2>
      <PhotoPicker
        words={[title, ...names].filter(Boolean).join(' ')}
        value={imageUrl === null ? null : { imageUrl, imageId }}
        onChange={(photo) => form.edit({ imageUrl: photo?.imageUrl ?? null, imageId: photo?.imageId ?? null })}
      />
    </section>
  );
}

/** Names of countries by id; unknown ids are skipped. */
function useCountryNames(ids: readonly string[]): string[] {
  const { data: countries = [] } = useQuery(allCountries);
  return ids.map((id) => countries.find((country) => country.id === id)?.name).filter((name) => name !== undefined);
}

/** The form of a new story; its draft stays in this browser until the story is created. */
function useNewStory() {
  const navigate = useNavigate();
  const [{ saver, createdId }] = useState(() => newStorySaver(itineraryWrites, ownDrafts()));
  const form = useSaverForm(saver, newStoryRules);
  const { state, restored } = useSaver(saver);
  useEffect(
    () => saver.whenSaved(() => void navigate({ to: '/itineraries/$id/edit', params: { id: createdId() ?? '' }, replace: true })),
    [saver, createdId, navigate],
  );
  return {
    form,
    phase: state.phase,
    isRestored: restored.length > 0,
    submit: form.submit(() => saver.save()),
    accept: () => saver.acceptRestored(),
    discard: () => {
      saver.discard();
      form.reset();
    },
  };
}
