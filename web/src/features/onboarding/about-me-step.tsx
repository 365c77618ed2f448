import { useMutation } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { type Account, accountFields } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { putMyAccount } from '../../model/account/account.query.ts';
import { useFormRules } from '../../model/saving/form-rules.ts';
import { StepPage } from './step-page.tsx';

const rules = z.object({ aboutMe: accountFields.aboutMe.unwrap() });
type Values = z.output<typeof rules>;
/** spec 5 */
const aboutMeLength = 500;

export function AboutMeStep({ account, onSaved, onSkip }: { account: Account; onSaved: () => void; onSkip: () => void }) {
  const { t } = useTranslation();
  const { register, handleSubmit, formState } = useForm({ resolver: useFormRules<Values>(rules), defaultValues: { aboutMe: '' } });
  const save = useMutation({
    mutationFn: (body: Values) => api.updateAccount({ params: { id: account.id }, body }),
    onSuccess: (saved) => {
      putMyAccount(saved);
      toast.success(t('common.aboutMe.success'));
      onSaved();
    },
    onError: () => toast.error(t('common.aboutMe.error')),
  });
  return (
    <StepPage title={t('common.aboutMe.title')} description={t('common.aboutMe.description')}>
      <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="space-y-5">
        <Field label={t('common.aboutMe.label')} error={formState.errors.aboutMe?.message}>
          <Textarea rows={5} placeholder={t('common.aboutMe.placeholder')} {...register('aboutMe')} max={aboutMeLength} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onSkip}>
            {t('common.aboutMe.skip')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(save.isPending ? 'common.aboutMe.saving' : 'common.aboutMe.save')}
          </Button>
        </div>
      </form>
    </StepPage>
  );
}
