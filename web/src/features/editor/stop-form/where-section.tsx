import { useTranslation } from 'react-i18next';
import type { ChosenPlace } from '../place-field/chosen-place.ts';
import { PlaceField } from '../place-field/place-field.tsx';
import type { DayContext } from './day-context.ts';
import { FormSection } from './form-section.tsx';
import { SectionFields } from './stop-field.tsx';
import type { StopForm } from './use-stop-form.ts';

interface WhereSectionProps {
  form: StopForm;
  context: DayContext;
  isNew: boolean;
  onPlace: (place: ChosenPlace) => void;
  onPin: () => void;
}

/** Place and title: the title follows the place until the writer edits it. */
export function WhereSection({ form, context, isNew, onPlace, onPin }: WhereSectionProps) {
  const { t } = useTranslation('stop-form');
  const { place } = form.values;
  return (
    <FormSection title={t('where.heading')}>
      <PlaceField
        value={place}
        onChange={onPlace}
        near={context.near?.coordinates ?? null}
        nearName={context.near?.title ?? null}
        error={form.errors.place}
        fieldRef={form.control('place').ref}
        onPin={onPin}
      />
      <SectionFields form={form} section="where" hints={isNew && place?.by !== 'pin' ? { title: t('where.titleHint') } : {}} />
    </FormSection>
  );
}
