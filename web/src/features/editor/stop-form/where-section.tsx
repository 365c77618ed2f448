import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ChosenPlace } from '../place-field/chosen-place.ts';
import { PlaceField } from '../place-field/place-field.tsx';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import type { StopForm } from './use-stop-form.ts';

interface WhereSectionProps {
  form: StopForm;
  context: DayContext;
  isNew: boolean;
  onPlace: (place: ChosenPlace) => void;
  onPin: () => void;
}

/** Place and title: the title follows the place until somebody writes it. */
export function WhereSection({ form, context, isNew, onPlace, onPin }: WhereSectionProps) {
  const { t } = useTranslation('stop-form');
  const { errors } = form.formState;
  const isCalledAfterPlace = isNew && form.watch('place')?.by !== 'pin';
  return (
    <FormSection title={t('where.heading')}>
      <Controller
        control={form.control}
        name="place"
        render={({ field, fieldState }) => (
          <PlaceField
            value={field.value}
            onChange={onPlace}
            near={context.near?.coordinates ?? null}
            nearName={context.near?.title ?? null}
            error={fieldState.error?.message}
            fieldRef={field.ref}
            onPin={onPin}
          />
        )}
      />
      <Field label={t('where.title')} hint={isCalledAfterPlace && t('where.titleHint')} error={errors.title?.message} required>
        <Input {...form.register('title')} maxLength={120} autoComplete="off" placeholder={t('where.titlePlaceholder')} />
      </Field>
    </FormSection>
  );
}
