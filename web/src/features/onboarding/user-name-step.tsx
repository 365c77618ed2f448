import { useMutation } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { type Account, accountFields } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { putMyAccount } from '../../model/account/account.query.ts';
import { useForm } from '../../model/saving/use-form.ts';
import { StepPage } from './step-page.tsx';

const rules = z.object({ userName: accountFields.userName.unwrap() });
type Values = z.output<typeof rules>;

export function UserNameStep({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>({ userName: '' });
  const form = useForm<Values>(values, (edits) => setValues({ ...values, ...edits }), rules);
  const save = useMutation({
    mutationFn: (body: Values) => api.updateAccount({ params: { id: account.id }, body }),
    onSuccess: (saved) => {
      onSaved();
      putMyAccount(saved);
      toast.success(t('common.accountName.success'));
    },
    onError: (error) => {
      console.error('The username was not saved', error);
      toast.error(t('common.accountName.error'));
    },
  });
  // A refusal applies only to the user name that was sent.
  const code = save.variables?.userName === values.userName ? problemCode(save.error) : null;
  const refusal = code === 'account/username-taken' ? 'taken' : code === 'account/username-reserved' ? 'reserved' : null;
  return (
    <StepPage title={t('common.accountName.title')} description={t('common.accountName.description')}>
      <form noValidate onSubmit={form.submit(() => save.mutate(values))} className="space-y-5">
        <Field label={t('common.accountName.label')} error={form.errors.userName ?? (refusal && t(`common.accountName.${refusal}`))} required>
          <Input autoComplete="username" autoFocus maxLength={30} {...form.input('userName')} />
        </Field>
        <Button type="submit" full loading={save.isPending}>
          {t(save.isPending ? 'common.accountName.creating' : 'common.accountName.continue')}
        </Button>
      </form>
    </StepPage>
  );
}
