import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { copyText } from '@waystory/client/environment.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { LockKeyhole, MapPinOff, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../../model/account/account.query.ts';
import { type EditSession, holdSession, sessionOf } from '../../../model/editing/edit-session.ts';
import { useOverallSaveState } from '../../../model/editing/use-session.ts';
import { HiddenBanner } from '../../../model/itinerary/hidden-banner.tsx';
import { type WholeItinerary, wholeItinerary } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { storySizeState } from '../../../model/itinerary/story-room.ts';
import { LeaveGuard } from '../../../model/saving/leave-guard.tsx';
import { SessionConflicts } from '../conflict/session-conflicts.tsx';

const megabytes = (bytes: number, language: string): string => (bytes / 1_000_000).toLocaleString(language, { maximumFractionDigits: 1 });

/** Banner for a story near or at its size limit; nothing for a smaller story. */
function StoryRoom({ itinerary }: { itinerary: WholeItinerary }) {
  const { t, i18n } = useTranslation('editor');
  const { used, state } = useMemo(() => storySizeState(itinerary), [itinerary]);
  if (state === 'free') return null;
  const values = { used: megabytes(used, i18n.language), most: megabytes(mostStoryBytes, i18n.language) };
  return <Banner tone={state === 'full' ? 'conflict' : 'info'} title={t(`room.${state}Title`)} text={t(`room.${state}Text`, values)} />;
}

interface EditorFrameProps {
  id: string;
  /** Content of the page for its writer. */
  children: (session: EditSession, itinerary: WholeItinerary, notices: ReactNode) => ReactNode;
}

/** Loads an itinerary and shows it to its owner only. Other users get a message and a link. */
export function EditorFrame({ id, children }: EditorFrameProps) {
  const account = useAccount();
  const whole = useQuery(wholeItinerary(id));
  // A loaded story stays visible when a later refetch fails.
  if (whole.data && account.data) {
    if (whole.data.accountId !== account.data.id) return <NotYours id={id} />;
    if (whole.data.binnedAt) return <InBin itinerary={whole.data} />;
    return <OwnStory itinerary={whole.data}>{children}</OwnStory>;
  }
  if (whole.isError || account.isError) {
    const code = problemCode(whole.error);
    if (code === 'itinerary/unknown' || code === 'request/invalid') return <EditorNotFound />;
    return <Unreachable retrying={whole.isFetching || account.isFetching} onRetry={() => void Promise.all([whole.refetch(), account.refetch()])} />;
  }
  return <EditorSkeleton />;
}

function OwnStory({ itinerary, children }: { itinerary: WholeItinerary; children: EditorFrameProps['children'] }) {
  const { t } = useTranslation('editor');
  const session = sessionOf(itinerary);
  useEffect(() => {
    session.onMoveRefused = (move) => {
      const title = itinerary.stops.find(({ id }) => id === move.stopId)?.title;
      toast.error(t('stop.moveFailed', { title }), { description: t('stop.moveFailedText') });
    };
    // The message stays until it is closed, because it holds the only copy of the lost text.
    session.onTextLost = (text) =>
      toast.warning(t('day.goneElsewhere'), {
        description: text,
        duration: Number.POSITIVE_INFINITY,
        action: { label: t('day.copyText'), onClick: () => void copyText(text) },
      });
  }, [session, itinerary, t]);
  useEffect(() => session.receive(itinerary), [session, itinerary]);
  useEffect(() => holdSession(session), [session]);
  const isUnsaved = useCallback(() => session.overall.state.isUnsaved, [session]);
  const save = (): Promise<void> => session.flush();
  const notices = (
    <>
      <HiddenBanner itinerary={itinerary} />
      <StoryRoom itinerary={itinerary} />
      <SessionBanners session={session} />
      <SessionConflicts session={session} itinerary={itinerary} />
    </>
  );
  return (
    <>
      <LeaveGuard isUnsaved={isUnsaved} save={save} staysHere={(path) => staysInEditor(path, session.id)} text={t('leave.text')} />
      {children(session, itinerary, notices)}
    </>
  );
}

/** The edit session spans all editor pages of one itinerary. */
const staysInEditor = (path: string, id: string): boolean => path.startsWith(`/itineraries/${id}/`) && /\/(edit|form)\/?$/.test(path);

function NotYours({ id }: { id: string }) {
  const { t } = useTranslation('editor');
  return (
    <EmptyState
      headingLevel={1}
      icon={<LockKeyhole />}
      title={t('notYours.title')}
      text={t('notYours.text')}
      action={
        <>
          <LinkButton asChild>
            <Link to="/itineraries/$id" params={{ id }}>
              {t('notYours.view')}
            </Link>
          </LinkButton>
          <LinkButton asChild variant="secondary">
            <Link to="/my-itineraries">{t('toMine')}</Link>
          </LinkButton>
        </>
      }
      className="min-h-[60dvh] justify-center"
    />
  );
}

/** An itinerary in the bin is restored before it is edited. */
function InBin({ itinerary: { id } }: { itinerary: WholeItinerary }) {
  const { t } = useTranslation('editor');
  const [isBusy, setBusy] = useState(false);
  const restore = async (): Promise<void> => {
    setBusy(true);
    await itineraryWrites.unbinItinerary({ params: { id } }).catch(() => toast.error(t('inBin.failed')));
    setBusy(false);
  };
  return (
    <EmptyState
      headingLevel={1}
      icon={<Trash2 />}
      title={t('inBin.title')}
      text={t('inBin.text')}
      action={
        <>
          <Button loading={isBusy} onClick={() => void restore()}>
            {t('inBin.restore')}
          </Button>
          <LinkButton asChild variant="secondary">
            <Link to="/my-itineraries">{t('toMine')}</Link>
          </LinkButton>
        </>
      }
      className="min-h-[60dvh] justify-center"
    />
  );
}

/** Page for content that is missing, deleted or private; it does not reveal which. */
export function EditorNotFound({ title, text }: { title?: string; text?: string }) {
  const { t } = useTranslation('editor');
  return (
    <EmptyState
      headingLevel={1}
      icon={<MapPinOff />}
      title={title ?? t('missing.title')}
      text={text ?? t('missing.text')}
      action={
        <LinkButton asChild>
          <Link to="/my-itineraries">{t('toMine')}</Link>
        </LinkButton>
      }
      className="min-h-[60dvh] justify-center"
    />
  );
}

const Unreachable = ({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) => {
  const { t } = useTranslation('editor');
  return (
    <ErrorState
      headingLevel={1}
      title={t('unreachable.title')}
      text={t('unreachable.text')}
      retrying={retrying}
      onRetry={onRetry}
      className="min-h-[60dvh] justify-center"
    />
  );
};

/** Skeleton with the size of the page, so the layout stays. */
function EditorSkeleton() {
  return (
    <SkeletonGroup className="grid gap-8 px-4 py-6 md:px-8 lg:grid-cols-[minmax(0,1fr)_min(21rem,40%)]">
      <div className="flex flex-col gap-6">
        <Skeleton className="h-10 w-56" />
        <Skeleton className="aspect-12/5" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="mt-16 hidden h-96 lg:block" />
    </SkeletonGroup>
  );
}

/** A user gesture permits a popup, so the token can be renewed on this page. Otherwise the page redirects to the sign-in, and drafts survive. */
async function signInAgain(session: EditSession): Promise<void> {
  const token = await auth.token();
  if (token) await session.flush();
  if (session.overall.state.phase === 'signed-out') await auth.signIn();
}

/** State of the writer's text: restored, waiting for a sign-in, or refused. */
function SessionBanners({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const { phase, isRestored, problem } = useOverallSaveState(session);
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
