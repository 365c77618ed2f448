import { useMutation } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { type Account, accountFields } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { putMyAccount } from '../../model/account/account.query.ts';
import { useFormRules } from '../../model/saving/form-rules.ts';
import { StepPage } from './step-page.tsx';

const rules = z.object({ userName: accountFields.userName.unwrap() });
type Values = z.output<typeof rules>;

export function UserNameStep({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation();
  const { register, handleSubmit, setError, formState } = useForm({ resolver: useFormRules<Values>(rules), defaultValues: { userName: '' } });
  const save = useMutation({
    mutationFn: (body: Values) => api.updateAccount({ params: { id: account.id }, body }),
    onSuccess: (saved) => {
      onSaved();
      putMyAccount(saved);
      toast.success(t('common.accountName.success'));
    },
    onError: (error) => {
      const code = problemCode(error);
      if (code === 'account/username-taken') setError('userName', { message: t('common.accountName.taken') });
      if (code === 'account/username-reserved') setError('userName', { message: t('common.accountName.reserved') });
      console.error('The username was not saved', error);
      toast.error(t('common.accountName.error'));
    },
  });
  return (
    <StepPage title={t('common.accountName.title')} description={t('common.accountName.description')}>
      <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="space-y-5">
        <Field label={t('common.accountName.label')} error={formState.errors.userName?.message} required>
          <Input autoComplete="username" autoFocus maxLength={30} {...register('userName')} />
        </Field>
        <Button type="submit" full loading={save.isPending}>
          {t(save.isPending ? 'common.accountName.creating' : 'common.accountName.continue')}
        </Button>
      </form>
    </StepPage>
  );
}
