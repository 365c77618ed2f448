import { auth } from '@waystory/client/identity/auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Field, Input, Textarea } from '@waystory/ui/field.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaver } from '../../model/editing/use-session.ts';
import type { EntitySaver } from '../../model/saving/entity-saver.ts';
import { LeaveGuard } from '../../model/saving/leave-guard.tsx';
import { conflictsIn, isUnsaved } from '../../model/saving/save-state.ts';
import { type Form, useSaverForm } from '../../model/saving/use-form.ts';
import { UploadArea } from '../../model/upload/upload-area.tsx';
import { type ProfileValues, profileRules, profileSaver, profileValuesOf } from './profile-saver.ts';

/** Banners: why saving failed, its remedy, and a restored draft. */
function ProfileBanners({ saver }: { saver: EntitySaver<ProfileValues> }) {
  const { t } = useTranslation('profile');
  const { state, restored } = useSaver(saver);
  // The token may be renewable without leaving the page. Otherwise the page redirects to the sign-in, and the draft survives.
  const signIn = async (): Promise<void> => {
    if (await auth.token()) await saver.save();
    else await auth.signIn();
  };
  const button = (label: string, onClick: () => void) => (
    <Button size="sm" variant="secondary" onClick={onClick}>
      {label}
    </Button>
  );
  switch (state.phase) {
    case 'retrying':
      return <Banner tone="offline" title={t('banner.away')} actions={button(t('banner.tryAgain'), () => void saver.save())} />;
    case 'signed-out':
      return <Banner tone="offline" title={t('banner.signedOut')} actions={button(t('visitor.logIn'), () => void signIn())} />;
    case 'conflict':
      return (
        <Banner
          tone="conflict"
          title={t('stale')}
          actions={
            <>
              {button(t('banner.takeTheirs'), () => saver.resolve([]))}
              {button(t('banner.keepMine'), () => saver.resolve(conflictsIn(state).map(({ field }) => field)))}
            </>
          }
        />
      );
    case 'waiting':
      if (restored.length === 0) return null;
      return (
        <Banner title={t('banner.restored')} onDismiss={() => saver.acceptRestored()} actions={button(t('form.discard'), () => saver.discard())} />
      );
    default:
      return null;
  }
}

interface AvatarFieldProps {
  name: string;
  /** URL of the avatar; empty without an avatar. */
  url: string;
  onChange: (url: string) => void;
}

/** Avatar with unsaved changes applied, and buttons that replace or remove it. */
function AvatarField({ name, url, onChange }: AvatarFieldProps) {
  const { t } = useTranslation('profile');
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold text-small">{t('form.avatar')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} src={url || null} size="lg" />
        <div className="min-w-[min(15rem,100%)] flex-1">
          <UploadArea onUploaded={(file) => onChange(`${file.url}?w=320`)} />
        </div>
      </div>
      {url && (
        <Button variant="quiet" size="sm" icon={<ImageOff aria-hidden="true" />} onClick={() => onChange('')} className="justify-self-start">
          {t('form.avatarRemove')}
        </Button>
      )}
    </fieldset>
  );
}

/** Longest text about the user (spec 5), characters. */
const aboutMeLength = 500;

/** User name, about me and picture. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation(['profile', 'translation']);
  const { form, saver, state, refusal } = useProfileForm(account);
  const { errors } = form;
  return (
    <Card className="p-6 sm:p-8">
      <LeaveGuard isUnsaved={useCallback(() => saver.isUnsaved, [saver])} text={t('profile:leave')} />
      <h2 className="text-heading">{t('profile:form.title')}</h2>
      <form noValidate onSubmit={form.submit(() => saver.save())} className="mt-5 grid grid-cols-1 gap-5">
        <ProfileBanners saver={saver} />
        <Field label={t('translation:common.accountName.label')} hint={t('profile:form.userNameHint')} error={errors.userName ?? refusal} required>
          <Input autoComplete="username" maxLength={30} {...form.input('userName')} />
        </Field>
        <Field label={t('translation:common.aboutMe.label')} error={errors.aboutMe} optional>
          <Textarea rows={5} placeholder={t('translation:common.aboutMe.placeholder')} {...form.input('aboutMe')} max={aboutMeLength} />
        </Field>
        <AvatarField name={account.userName ?? ''} url={form.values.avatarUrl} onChange={(avatarUrl) => form.edit({ avatarUrl })} />
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
  const { state } = useSaver(saver);
  useEffect(() => saver.whenSaved(() => toast.success(t('common.aboutMe.success'))), [saver, t]);
  // Changes from other windows update the fields that have no local edit.
  useEffect(() => saver.receive(profileValuesOf(account)), [saver, account]);
  return { form, saver, state, refusal: useRefusal(form, state) };
}

/** Shows a toast for a refusal by the service. Returns the error text of the user name when the refusal concerns it. */
function useRefusal({ focus }: Form<ProfileValues>, { phase, problem }: { phase: string; problem: string | null }): string | undefined {
  const { t } = useTranslation();
  const code = phase === 'refused' ? problem : null;
  const name = code === 'account/username-taken' ? 'taken' : code === 'account/username-reserved' ? 'reserved' : null;
  useEffect(() => {
    if (code === null) return;
    console.error('The profile was not saved', code);
    if (name) focus('userName');
    toast.error(t(name ? 'common.accountName.error' : 'common.aboutMe.error'));
  }, [focus, code, name, t]);
  return name ? t(`common.accountName.${name}`) : undefined;
}
