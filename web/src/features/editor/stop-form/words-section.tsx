import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PhotoPicker } from '../photo-picker/photo-picker.tsx';
import { nameOf } from '../place-field/chosen-place.ts';
import { FormSection } from './form-section.tsx';
import type { StopForm } from './use-stop-form.ts';

/** The textarea has its limit from `max`, in characters. */
const withoutLimits = ({ max: _max, min: _min, ...field }: UseFormRegisterReturn) => field;

/** What readers see of the stop: picture, one line, the story. */
export function WordsSection({ form, itineraryId }: { form: StopForm; itineraryId: string }) {
  const { t } = useTranslation('stop-form');
  const { errors } = form.formState;
  const [title, place, imageUrl, imageId] = form.watch(['title', 'place', 'imageUrl', 'imageId']);
  const where = place && (place.by === 'search' ? place.find.placeName : place.by === 'stop' ? place.fullName : null);
  return (
    <FormSection title={t('words.heading')}>
      <PhotoPicker
        words={title || (place && nameOf(place)) || ''}
        itineraryId={itineraryId}
        stopQuery={where ?? title}
        value={imageUrl === null ? null : { imageUrl, imageId }}
        onChange={(photo) => {
          form.setValue('imageUrl', photo?.imageUrl ?? null, { shouldDirty: true });
          form.setValue('imageId', photo?.imageId ?? null, { shouldDirty: true });
        }}
      />
      <Field label={t('words.highlight')} hint={t('words.highlightHint')} error={errors.highlight?.message} optional>
        <Input {...form.register('highlight')} maxLength={200} autoComplete="off" placeholder={t('words.highlightPlaceholder')} />
      </Field>
      <Field label={t('words.description')} error={errors.description?.message} optional>
        <Textarea rows={5} max={4_000} placeholder={t('words.descriptionPlaceholder')} {...withoutLimits(form.register('description'))} />
      </Field>
    </FormSection>
  );
}
