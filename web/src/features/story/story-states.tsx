import { Link } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Compass, LogIn, MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';

function ExploreLink() {
  const { t } = useTranslation('story');
  return (
    <LinkButton asChild variant="primary" icon={<Compass aria-hidden="true" />}>
      <Link to="/">{t('explore')}</Link>
    </LinkButton>
  );
}

/** Story not found, deleted or private. The API answers 404 for all three, so that only the author learns which. */
export function StoryMissing({ what = 'missing' }: { what?: 'missing' | 'badAddress' }) {
  const { t } = useTranslation('story');
  const { person } = useAuth();
  useDocumentTitle(t(`${what}.title`));
  const mayBeTheirs = what === 'missing' && person === null;
  return (
    <div className="grid h-full min-h-[60dvh] place-items-center overflow-y-auto">
      <EmptyState
        headingLevel={1}
        icon={<MapPinOff />}
        title={t(`${what}.title`)}
        text={mayBeTheirs ? `${t('missing.text')} ${t('missing.signInText')}` : t(`${what}.text`)}
        action={
          <>
            <ExploreLink />
            {mayBeTheirs && (
              <Button variant="secondary" icon={<LogIn aria-hidden="true" />} onClick={() => void auth.signIn()}>
                {t('missing.signIn')}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}

/** The stop is not part of the story, or was deleted. */
export function StopMissing({ itineraryId }: { itineraryId: string }) {
  const { t } = useTranslation('story');
  useDocumentTitle(t('stopMissing.title'));
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        headingLevel={1}
        icon={<MapPinOff />}
        title={t('stopMissing.title')}
        text={t('stopMissing.text')}
        action={
          <LinkButton asChild>
            <Link to="/itineraries/$id" params={{ id: itineraryId }}>
              {t('stopMissing.toStory')}
            </Link>
          </LinkButton>
        }
      />
    </div>
  );
}

/** Loading failed: the server or the connection is unavailable. */
export function StoryUnreachable({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const { t } = useTranslation('story');
  useDocumentTitle(t('unreachable.title'));
  return (
    <div className="grid h-full min-h-[60dvh] place-items-center overflow-y-auto">
      <ErrorState
        headingLevel={1}
        title={t('unreachable.title')}
        text={t('unreachable.text')}
        onRetry={onRetry}
        retrying={retrying}
        action={<ExploreLink />}
      />
    </div>
  );
}

/** Skeleton with the size of the story, so the layout stays. */
export function StorySkeleton() {
  const { t } = useTranslation('story');
  return (
    <SkeletonGroup label={t('loading')} className="flex h-full overflow-hidden">
      <div className="min-w-0 flex-1">
        <Skeleton className="h-[min(62dvh,30rem)] rounded-none" />
        <div className="mx-auto flex max-w-[46rem] flex-col gap-8 px-5 pt-6 sm:px-10">
          <div className="flex items-center gap-3">
            <Skeleton className="size-10 rounded-full" />
            <Skeleton className="h-5 w-40" />
          </div>
          <Skeleton className="h-20" />
          <SkeletonText lines={4} />
        </div>
      </div>
      <Skeleton className="hidden w-[45%] rounded-none lg:block" />
    </SkeletonGroup>
  );
}
