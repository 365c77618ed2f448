import { auth } from '@waystory/client/identity/auth.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { useTranslation } from 'react-i18next';
import type { SavePhase } from '../../model/saving/save-state.ts';
import { NewStoryForm } from './create/new-story-form.tsx';
import { useNewStory } from './create/use-new-story.ts';

/** A story is begun by hand: title, countries, cover and a number of days. */
export function ManualPage() {
  const { t } = useTranslation('editor');
  const { form, submit, phase, isRestored, accept, discard } = useNewStory();
  useDocumentTitle(t('create.manualTitle'));
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 md:px-8 md:py-12">
      <h1 className="text-title">{t('create.manualTitle')}</h1>
      <p className="mt-2 mb-8 text-muted">{t('create.manualText')}</p>
      {isRestored && (
        <Banner
          className="mb-6"
          title={t('saving.restoredTitle')}
          text={t('create.restoredText')}
          onDismiss={accept}
          actions={
            <Button size="sm" variant="secondary" onClick={discard}>
              {t('saving.discard')}
            </Button>
          }
        />
      )}
      <form noValidate className="flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
        <NewStoryForm form={form} />
        <CreateFailure phase={phase} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-6">
          {/* A blur on press can show a validation message, which would move the button away from the pointer. */}
          <Button type="submit" size="lg" loading={phase === 'saving'} onMouseDown={(event) => event.preventDefault()}>
            {t('create.submit')}
          </Button>
          <p className="text-small text-muted">{t('create.privateNote')}</p>
        </div>
      </form>
    </div>
  );
}

function CreateFailure({ phase }: { phase: SavePhase }) {
  const { t } = useTranslation('editor');
  const isSignedOut = phase === 'signed-out';
  if (!isSignedOut && phase !== 'retrying' && phase !== 'refused') return null;
  return (
    <Banner
      tone={isSignedOut ? 'offline' : 'conflict'}
      title={isSignedOut ? t('saving.signedOutTitle') : t('create.failedTitle')}
      text={isSignedOut ? t('saving.signedOutText') : t('create.failedText')}
      actions={
        isSignedOut && (
          <Button size="sm" onClick={() => void auth.signIn()}>
            {t('saving.signIn')}
          </Button>
        )
      }
    />
  );
}
