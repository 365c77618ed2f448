import { useMutation } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { type Account, accountFields } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Field, Textarea } from '@waystory/ui/field.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { putMyAccount } from '../../model/account/account.query.ts';
import { useForm } from '../../model/saving/use-form.ts';
import { StepPage } from './step-page.tsx';

const rules = z.object({ aboutMe: accountFields.aboutMe.unwrap() });
type Values = z.output<typeof rules>;
/** Longest text about the user (spec 5), characters. */
const aboutMeLength = 500;

export function AboutMeStep({ account, onSaved, onSkip }: { account: Account; onSaved: () => void; onSkip: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Values>({ aboutMe: '' });
  const form = useForm<Values>(values, (edits) => setValues({ ...values, ...edits }), rules);
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
      <form noValidate onSubmit={form.submit(() => save.mutate(values))} className="space-y-5">
        <Field label={t('common.aboutMe.label')} error={form.errors.aboutMe}>
          <Textarea rows={5} placeholder={t('common.aboutMe.placeholder')} {...form.input('aboutMe')} max={aboutMeLength} />
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
