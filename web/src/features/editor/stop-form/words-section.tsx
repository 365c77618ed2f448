import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasLostPlace, type PhotoFacts, readPhotoFacts } from '../../../model/upload/photo-facts.ts';
import { knownPlaceOf } from '../photo-picker/known-place.ts';
import { type ChosenPlace, nameOf } from '../place-field/chosen-place.ts';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { LostPlace } from './lost-place.tsx';
import { PhotoSuggestion } from './photo-suggestion.tsx';
import { listOfPictures, valuesOfPictures } from './pictures.ts';
import { PicturesField } from './pictures-field.tsx';
import type { StopForm } from './use-stop-form.ts';

/** The textarea has its limit from `max`, in characters. */
const withoutLimits = ({ max: _max, min: _min, ...field }: UseFormRegisterReturn) => field;

interface WordsSectionProps {
  form: StopForm;
  itineraryId: string;
  context: DayContext;
  onPlace: (place: ChosenPlace) => void;
}

/** What readers see of the stop: pictures, one line, the story. */
export function WordsSection({ form, itineraryId, context, onPlace }: WordsSectionProps) {
  const { t } = useTranslation('stop-form');
  const { errors } = form.formState;
  return (
    <FormSection title={t('words.heading')}>
      <Pictures form={form} itineraryId={itineraryId} context={context} onPlace={onPlace} />
      <Field label={t('words.highlight')} hint={t('words.highlightHint')} error={errors.highlight?.message} optional>
        <Input {...form.register('highlight')} maxLength={200} autoComplete="off" placeholder={t('words.highlightPlaceholder')} />
      </Field>
      <Field label={t('words.description')} error={errors.description?.message} optional>
        <Textarea rows={5} max={4_000} placeholder={t('words.descriptionPlaceholder')} {...withoutLimits(form.register('description'))} />
      </Field>
    </FormSection>
  );
}

/** The pictures, and what a photo that just came from this device suggests. */
function Pictures({ form, itineraryId, context, onPlace }: WordsSectionProps) {
  const [facts, setFacts] = useState<PhotoFacts | null>(null);
  const [title, place, imageUrl, imageId, imageCaption, gallery] = form.watch(['title', 'place', 'imageUrl', 'imageId', 'imageCaption', 'gallery']);
  const where = place && (place.by === 'search' ? place.find.placeName : place.by === 'stop' ? place.fullName : null);
  return (
    <>
      <PicturesField
        words={title || (place && nameOf(place)) || ''}
        itineraryId={itineraryId}
        stopQuery={where ?? title}
        place={place ? knownPlaceOf(place) : undefined}
        pictures={listOfPictures({ imageUrl, imageId, imageCaption, gallery })}
        onChange={(pictures) => {
          const values = valuesOfPictures(pictures);
          form.setValue('imageUrl', values.imageUrl, { shouldDirty: true });
          form.setValue('imageId', values.imageId, { shouldDirty: true });
          form.setValue('imageCaption', values.imageCaption, { shouldDirty: true });
          form.setValue('gallery', values.gallery, { shouldDirty: true });
        }}
        onFile={(file) => void readPhotoFacts(file).then(setFacts)}
      />
      {hasLostPlace(facts) && <LostPlace onFacts={setFacts} />}
      {facts && <PhotoSuggestion facts={facts} form={form} context={context} onPlace={onPlace} onDone={() => setFacts(null)} />}
    </>
  );
}
