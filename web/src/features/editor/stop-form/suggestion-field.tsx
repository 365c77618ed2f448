import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { StopForm } from './use-stop-form.ts';

/** spec 4: what was suggested is for the writer to accept. */
export function SuggestionField({ form }: { form: StopForm }) {
  const { t } = useTranslation('stop-form');
  return (
    <Card tone="sunken">
      <Controller
        control={form.control}
        name="state"
        render={({ field }) => (
          <Checkbox
            label={t('suggestion.label')}
            description={t('suggestion.text')}
            checked={field.value === 'ACCEPTED'}
            onCheckedChange={(checked) => field.onChange(checked === true ? 'ACCEPTED' : 'SUGGESTED')}
          />
        )}
      />
    </Card>
  );
}
