import { useTranslation } from 'react-i18next';
import { auth } from '../../../client/identity/auth.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { AfterSaving } from './stop-draft.ts';
import type { SaveStatus } from './use-stop-saving.ts';

interface StopBannersProps {
  status: SaveStatus;
  isRestored: boolean;
  onSave: (after: AfterSaving) => void;
  /** The stop is gone and is to be added again. */
  onAnew: (after: AfterSaving) => void;
  onAccept: () => void;
  onDiscard: () => void;
}

/** Why the stop is not saved and what to do about it, and what an earlier visit left. */
export function StopBanners({ status, isRestored, onSave, onAnew, onAccept, onDiscard }: StopBannersProps) {
  const { t } = useTranslation('stop-form');
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {status.phase === 'failed' && <FailureBanner status={status} onSave={onSave} onAnew={onAnew} />}
      {isRestored && status.phase === 'idle' && (
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

interface FailureBannerProps extends Pick<StopBannersProps, 'onSave' | 'onAnew'> {
  status: Extract<SaveStatus, { phase: 'failed' }>;
}

function FailureBanner({ status, onSave, onAnew }: FailureBannerProps) {
  const { t } = useTranslation('stop-form');
  const { failure, after } = status;
  // A token can be had again here, where a press allows a popup; otherwise the page is left for the sign-in, and the draft is saved on the way back.
  const signIn = async (): Promise<void> => {
    if (await auth.token()) onSave(after);
    else await auth.signIn();
  };
  switch (failure.type) {
    case 'signed-out':
      return (
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
      );
    case 'unreachable':
    case 'stale':
    case 'refused': {
      const isRefused = failure.type === 'refused';
      const isGone = isRefused && failure.problem === 'stop/unknown';
      const code = isRefused ? failure.problem.replace('/', '-') : 'away';
      return (
        <Banner
          tone={isRefused ? 'conflict' : 'offline'}
          title={isRefused ? t('failed.refusedTitle') : t('failed.awayTitle')}
          text={t([`failed.problems.${code}`, 'failed.problems.other'])}
          actions={
            <Button size="sm" variant="secondary" onClick={() => (isGone ? onAnew(after) : onSave(after))}>
              {isGone ? t('failed.addAgain') : t('tryAgain')}
            </Button>
          }
        />
      );
    }
    default:
      return failure satisfies never;
  }
}
