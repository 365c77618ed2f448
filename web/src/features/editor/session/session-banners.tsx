import { auth } from '@waystory/client/identity/auth.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useOverall } from '../../../model/editing/use-session.ts';

/** A press allows a popup, so a token can be renewed here. Otherwise the page leaves for the sign-in and returns with its drafts. */
async function signInAgain(session: EditSession): Promise<void> {
  const token = await auth.token();
  if (token) await session.flush();
  if (session.overall.state.phase === 'signed-out') await auth.signIn();
}

/** State of the writer's text: restored, waiting for a sign-in, or refused. */
export function SessionBanners({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const { phase, isRestored, problem } = useOverall(session);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {phase === 'signed-out' && (
        <Banner
          tone="offline"
          title={t('saving.signedOutTitle')}
          text={t('saving.signedOutText')}
          actions={
            <Button size="sm" onClick={() => void signInAgain(session)}>
              {t('saving.signIn')}
            </Button>
          }
        />
      )}
      {phase === 'refused' && (
        <Banner
          tone="conflict"
          title={t('saving.refusedTitle')}
          text={t([`saving.problems.${problem?.replace('/', '-')}`, 'saving.problems.other'])}
          actions={
            <Button size="sm" variant="secondary" onClick={() => void session.flush()}>
              {t('saving.tryAgain')}
            </Button>
          }
        />
      )}
      {isRestored && (
        <Banner
          title={t('saving.restoredTitle')}
          text={t('saving.restoredText')}
          onDismiss={() => session.acceptRestored()}
          actions={
            <Button size="sm" variant="secondary" onClick={() => session.discardRestored()}>
              {t('saving.discard')}
            </Button>
          }
        />
      )}
    </div>
  );
}
