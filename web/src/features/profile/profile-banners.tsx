import { auth } from '@waystory/client/identity/auth.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useSaver } from '../../model/editing/use-session.ts';
import type { EntitySaver } from '../../model/saving/entity-saver.ts';
import { conflictsIn } from '../../model/saving/save-state.ts';
import type { ProfileValues } from './profile-saver.ts';

/** Why the profile is not saved and what to do about it, and what an earlier visit left. */
export function ProfileBanners({ saver }: { saver: EntitySaver<ProfileValues> }) {
  const { t } = useTranslation('profile');
  const { state, restored } = useSaver(saver);
  // The token can be had again here; otherwise the page is left for the sign-in, and the draft is there on the way back.
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
