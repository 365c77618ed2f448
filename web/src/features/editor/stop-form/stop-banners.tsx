import { auth } from '@waystory/client/identity/auth.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import type { SaverSnapshot } from '../../../model/saving/entity-saver.ts';
import type { StopValues } from './stop-values.ts';

interface StopBannersProps {
  snapshot: SaverSnapshot<StopValues>;
  onSave: () => void;
  /** Adds a stop again that was deleted elsewhere. */
  onAnew: () => void;
  onAccept: () => void;
  onDiscard: () => void;
}

/** Reason why the stop is not saved, with its remedy, and the restored draft. */
export function StopBanners({ snapshot: { state, restored }, onSave, onAnew, onAccept, onDiscard }: StopBannersProps) {
  const { t } = useTranslation('stop-form');
  const { phase, problem } = state;
  // A press allows a popup, so a token can be renewed here. Otherwise the page leaves for the sign-in, and the draft is saved on return.
  const signIn = async (): Promise<void> => {
    if (await auth.token()) onSave();
    else await auth.signIn();
  };
  const isGone = problem === 'stop/unknown';
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {phase === 'signed-out' && (
        <Banner
          tone="offline"
          title={t('failed.signedOutTitle')}
          text={t('failed.signedOutText')}
          actions={
            <Button size="sm" onClick={() => void signIn()}>
              {t('failed.signIn')}
            </Button>
          }
        />
      )}
      {(phase === 'retrying' || phase === 'refused') && (
        <Banner
          tone={phase === 'refused' ? 'conflict' : 'offline'}
          title={t(phase === 'refused' ? 'failed.refusedTitle' : 'failed.awayTitle')}
          text={t([`failed.problems.${phase === 'refused' ? problem?.replace('/', '-') : 'away'}`, 'failed.problems.other'])}
          actions={
            <Button size="sm" variant="secondary" onClick={isGone ? onAnew : onSave}>
              {isGone ? t('failed.addAgain') : t('tryAgain')}
            </Button>
          }
        />
      )}
      {restored.length > 0 && phase === 'waiting' && (
        <Banner
          title={t('restored.title')}
          text={t('restored.text')}
          onDismiss={onAccept}
          actions={
            <Button size="sm" variant="secondary" onClick={onDiscard}>
              {t('restored.discard')}
            </Button>
          }
        />
      )}
    </div>
  );
}
