import { Link } from '@tanstack/react-router';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Compass, Globe2, MapPinOff, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';

function ToMap({ variant }: { variant: 'primary' | 'secondary' }) {
  const { t } = useTranslation('reels');
  return (
    <LinkButton asChild variant={variant} icon={<Compass aria-hidden="true" />}>
      <Link to="/">{t('toMap')}</Link>
    </LinkButton>
  );
}

export interface ReelTailProps {
  /** State of the feed after the last loaded story. */
  status: 'loading' | 'failed' | 'offline' | 'end';
  onRetry: () => void;
  titleId: string;
  onAgain: () => void;
}

/** Tail of the feed: loading, failure, or the end. */
export function ReelTail({ status, onRetry, titleId, onAgain }: ReelTailProps) {
  const { t } = useTranslation('reels');
  if (status === 'loading')
    return (
      <p id={titleId} className="flex flex-col items-center gap-4 font-medium text-small text-white">
        <Spinner size="lg" label={null} />
        {t('loading')}
      </p>
    );
  if (status === 'end')
    return (
      <EmptyState
        icon={<Globe2 />}
        title={<span id={titleId}>{t('end.title')}</span>}
        text={t('end.text')}
        action={
          <>
            <ToMap variant="primary" />
            <Button variant="secondary" icon={<RotateCcw aria-hidden="true" />} onClick={onAgain}>
              {t('end.again')}
            </Button>
          </>
        }
      />
    );
  return <ErrorState title={<span id={titleId}>{t(`${status}.title`)}</span>} text={t(`${status}.text`)} onRetry={onRetry} />;
}

/** The start story is missing, or the URL is malformed. */
export function ReelsMissing({ what }: { what: 'missing' | 'badAddress' }) {
  const { t } = useTranslation('reels');
  useDocumentTitle(t(`${what}.title`));
  return (
    <div className="grid h-full place-items-center">
      <EmptyState headingLevel={1} icon={<MapPinOff />} title={t(`${what}.title`)} text={t(`${what}.text`)} action={<ToMap variant="primary" />} />
    </div>
  );
}

/** Loading failed: the server or the connection is unavailable. */
export function ReelsUnreachable({ what, onRetry, retrying }: { what: 'failed' | 'offline'; onRetry: () => void; retrying: boolean }) {
  const { t } = useTranslation('reels');
  useDocumentTitle(t(`${what}.title`));
  return (
    <div className="grid h-full place-items-center">
      <ErrorState
        headingLevel={1}
        title={t(`${what}.title`)}
        text={t(`${what}.text`)}
        onRetry={onRetry}
        retrying={retrying}
        action={<ToMap variant="secondary" />}
      />
    </div>
  );
}

/** Skeleton with the size of the stage, so the layout stays. */
export function ReelsLoading() {
  const { t } = useTranslation('reels');
  return (
    <div role="status" className="grid h-full place-items-center md:py-5">
      <div className="grid h-full w-full place-items-center bg-[#0a2530] md:aspect-9/16 md:w-auto md:min-w-88 md:rounded-sheet">
        <Spinner size="lg" label={t('loading')} className="text-white" />
      </div>
    </div>
  );
}
