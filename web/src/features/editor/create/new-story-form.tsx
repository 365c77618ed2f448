import { useQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { allCountries } from '../../../model/country/countries.query.ts';
import { mostDaysAtFirst } from '../../../model/editing/new-story.ts';
import { CountriesField } from '../fields/countries-field.tsx';
import { PhotoPicker } from '../photo-picker/photo-picker.tsx';
import type { useNewStory } from './use-new-story.ts';

type StoryForm = ReturnType<typeof useNewStory>['form'];

/** The few fields that a story begins with. */
export function NewStoryForm({ form }: { form: StoryForm }) {
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
  const step = (by: number): void => onChange(Math.min(mostDaysAtFirst, Math.max(1, (Number.isNaN(value) ? 0 : value) + by)));
  return (
    <Field label={t('create.days')} error={error}>
      <div className="flex items-center gap-2">
        <Button variant="secondary" size="icon" aria-label={t('create.fewerDays')} disabled={value <= 1} onClick={() => step(-1)}>
          <Minus aria-hidden="true" />
        </Button>
        <Input
          ref={ref}
          inputMode="numeric"
          className="px-1 text-center tabular-nums"
          value={Number.isNaN(value) ? '' : value}
          onChange={({ target }) => onChange(Number.parseInt(target.value, 10))}
          onBlur={onBlur}
        />
        <Button variant="secondary" size="icon" aria-label={t('create.moreDays')} disabled={value >= mostDaysAtFirst} onClick={() => step(1)}>
          <Plus aria-hidden="true" />
        </Button>
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
