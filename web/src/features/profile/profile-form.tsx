import type { Account } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { Textarea } from '@waystory/ui/textarea.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useCallback, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSaver } from '../../model/editing/use-session.ts';
import { LeaveGuard } from '../../model/saving/leave-guard.tsx';
import { isUnsaved } from '../../model/saving/save-state.ts';
import { focusFirst, useSaverForm } from '../../model/saving/use-saver-form.ts';
import { AvatarField } from './avatar-field.tsx';
import { ProfileBanners } from './profile-banners.tsx';
import { type ProfileValues, profileOf, profileRules, profileSaver } from './profile-saver.ts';

/** spec 5 */
const aboutMeLength = 500;

/** User name, about me and picture. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation(['profile', 'translation']);
  const { form, saver, save } = useProfileForm(account);
  const { state } = useSaver(saver);
  const { errors } = form.formState;
  return (
    <Card className="p-6 sm:p-8">
      <LeaveGuard isUnsaved={useCallback(() => saver.isUnsaved, [saver])} text={t('profile:leave')} />
      <h2 className="text-heading">{t('profile:form.title')}</h2>
      <form noValidate onSubmit={save} className="mt-5 grid grid-cols-1 gap-5">
        <ProfileBanners saver={saver} />
        <Field label={t('translation:common.accountName.label')} hint={t('profile:form.userNameHint')} error={errors.userName?.message} required>
          <Input autoComplete="username" maxLength={30} {...form.register('userName')} />
        </Field>
        <Field label={t('translation:common.aboutMe.label')} error={errors.aboutMe?.message} optional>
          <Textarea rows={5} placeholder={t('translation:common.aboutMe.placeholder')} {...form.register('aboutMe')} max={aboutMeLength} />
        </Field>
        <AvatarField
          name={account.userName ?? ''}
          url={form.watch('avatarUrl')}
          onChange={(url) => form.setValue('avatarUrl', url, { shouldDirty: true, shouldValidate: true })}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" disabled={!isUnsaved(state)} onClick={() => saver.discard()}>
            {t('profile:form.discard')}
          </Button>
          <Button type="submit" loading={state.phase === 'saving'} disabled={!isUnsaved(state)}>
            {t(state.phase === 'saving' ? 'translation:common.aboutMe.saving' : 'translation:common.aboutMe.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function useProfileForm(account: Account) {
  const { t } = useTranslation();
  const [saver] = useState(() => profileSaver(account));
  const form = useSaverForm(saver, profileRules);
  useRefusal(form, useSaver(saver).state);
  useEffect(() => {
    saver.onSaved = () => toast.success(t('common.aboutMe.success'));
  }, [saver, t]);
  // What changed elsewhere is shown where nothing is written here.
  useEffect(() => saver.receive(profileOf(account)), [saver, account]);
  return { form, saver, save: form.handleSubmit(() => saver.save(), focusFirst(form, ['userName', 'aboutMe', 'avatarUrl'])) };
}

/** What the service does not take is said, and at the name where it is about that. */
function useRefusal(form: UseFormReturn<ProfileValues>, { phase, problem }: { phase: string; problem: string | null }): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (phase !== 'refused') return;
    console.error('The profile was not saved', problem);
    const name = problem === 'account/username-taken' ? 'taken' : problem === 'account/username-reserved' ? 'reserved' : null;
    if (name) form.setError('userName', { message: t(`common.accountName.${name}`) }, { shouldFocus: true });
    toast.error(t(name ? 'common.accountName.error' : 'common.aboutMe.error'));
  }, [form, phase, problem, t]);
}
