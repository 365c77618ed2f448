import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, isStale, problemCode } from '@waystory/client/api.ts';
import { type Account, accountFields } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { myAccount, putMyAccount } from '../../model/account/account.query.ts';
import { useFormRules } from '../../model/saving/form-rules.ts';
import { AvatarField } from './avatar-field.tsx';

/** A form has texts only: what is empty is not known. */
const rules = z.object({
  userName: accountFields.userName.unwrap(),
  aboutMe: accountFields.aboutMe.unwrap(),
  avatarUrl: z.union([z.literal(''), accountFields.avatarUrl.unwrap()]),
});
type Values = z.output<typeof rules>;
const fields = ['userName', 'aboutMe', 'avatarUrl'] as const satisfies readonly (keyof Values)[];
/** spec 5 */
const aboutMeLength = 500;

const valuesOf = ({ userName, aboutMe, avatarUrl }: Account): Values => ({
  userName: userName ?? '',
  aboutMe: aboutMe ?? '',
  avatarUrl: avatarUrl ?? '',
});

/** User name, about me and picture. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation(['profile', 'translation']);
  const queries = useQueryClient();
  const { register, handleSubmit, getValues, reset, setError, setValue, watch, formState } = useForm({
    resolver: useFormRules<Values>(rules),
    defaultValues: valuesOf(account),
  });
  const { errors, isDirty } = formState;
  const save = useMutation({
    mutationFn: ({ avatarUrl, ...values }: Values) =>
      api.updateAccount({ params: { id: account.id }, body: { ...values, avatarUrl: avatarUrl || null }, ifMatch: account.version }),
    onSuccess: (saved, sent) => {
      putMyAccount(saved);
      const typed = getValues();
      reset(valuesOf(saved));
      // What was changed while it was on its way is not saved yet.
      for (const field of fields) if (typed[field] !== sent[field]) setValue(field, typed[field], { shouldDirty: true });
      toast.success(t('translation:common.aboutMe.success'));
    },
    onError: async (error) => {
      const code = problemCode(error);
      if (code === 'account/username-taken' || code === 'account/username-reserved') {
        const message = code === 'account/username-taken' ? t('translation:common.accountName.taken') : t('translation:common.accountName.reserved');
        setError('userName', { message }, { shouldFocus: true });
        console.error('The username was not saved', error);
        return toast.error(t('translation:common.accountName.error'));
      }
      if (!isStale(error)) return toast.error(t('translation:common.aboutMe.error'));
      // Another tab saved in between: its version is fetched, what was typed here stays and can be saved over it.
      await queries.refetchQueries({ queryKey: myAccount.queryKey });
      toast.warning(t('profile:stale'));
    },
  });
  return (
    <Card className="p-6 sm:p-8">
      <h2 className="text-heading">{t('profile:form.title')}</h2>
      <form noValidate onSubmit={handleSubmit((values) => save.mutate(values))} className="mt-5 grid gap-5">
        <Field label={t('translation:common.accountName.label')} hint={t('profile:form.userNameHint')} error={errors.userName?.message} required>
          <Input autoComplete="username" maxLength={30} {...register('userName')} />
        </Field>
        <Field label={t('translation:common.aboutMe.label')} error={errors.aboutMe?.message} optional>
          <Textarea rows={5} placeholder={t('translation:common.aboutMe.placeholder')} {...register('aboutMe')} max={aboutMeLength} />
        </Field>
        <AvatarField
          name={account.userName ?? ''}
          url={watch('avatarUrl')}
          onChange={(url) => setValue('avatarUrl', url, { shouldDirty: true, shouldValidate: true })}
        />
        <div className="flex justify-end gap-3">
          <Button variant="quiet" disabled={!isDirty} onClick={() => reset(valuesOf(account))}>
            {t('profile:form.discard')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {t(save.isPending ? 'translation:common.aboutMe.saving' : 'translation:common.aboutMe.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
