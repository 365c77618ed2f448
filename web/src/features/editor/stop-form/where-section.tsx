import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
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
  /** The stop is on the server already, where its place cannot be changed. */
  isPlaceKept: boolean;
  onPlace: (place: ChosenPlace) => void;
  onReplace: () => void;
  onPin: () => void;
}

/** Place and title: the title follows the place until somebody writes it. */
export function WhereSection({ form, context, isPlaceKept, onPlace, onReplace, onPin }: WhereSectionProps) {
  const { t } = useTranslation('stop-form');
  const confirm = useConfirm();
  const { errors } = form.formState;
  const isCalledAfterPlace = !isPlaceKept && form.watch('place')?.by !== 'pin';
  const mayChange = async (): Promise<boolean> => {
    if (!isPlaceKept) return true;
    const agreed = await confirm({ title: t('replace.title'), text: t('replace.text'), confirmLabel: t('replace.confirm') });
    if (agreed) onReplace();
    return agreed;
  };
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
            mayChange={mayChange}
          />
        )}
      />
      <Field label={t('where.title')} hint={isCalledAfterPlace && t('where.titleHint')} error={errors.title?.message} required>
        <Input {...form.register('title')} maxLength={120} autoComplete="off" placeholder={t('where.titlePlaceholder')} />
      </Field>
    </FormSection>
  );
}
