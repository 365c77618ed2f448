import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Dialog, DialogClose } from '@waystory/ui/dialog.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { SkeletonCard, SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { PenLine, UserRound } from 'lucide-react';
import { type ComponentType, type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisitedPlaces } from '../../map/visited/visited-places.tsx';
import { useAccount } from '../../model/account/account.query.ts';
import { photoOf } from '../../model/photo/photo.ts';
import { keys } from '../../model/queries/keys.ts';
import { FollowLists } from './people.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Header of the profile: public data, and the email address, which only the user sees. */
function ProfileHeader({ account }: { account: Account }) {
  const { t, i18n } = useTranslation('profile');
  const { person } = useAuth();
  const since = new Intl.DateTimeFormat(i18n.resolvedLanguage, { month: 'long', year: 'numeric' }).format(new Date(account.createdAt));
  return (
    <header className="flex flex-wrap items-center gap-4 sm:gap-6">
      <Avatar name={account.userName ?? person?.name ?? ''} src={account.avatarUrl} size="xl" />
      <div className="min-w-[min(100%,12rem)] flex-1">
        <h1 className="wrap-anywhere text-title">{account.userName}</h1>
        <p className="mt-1 text-muted">{t('since', { since })}</p>
        <p className="text-muted text-small wrap-anywhere">
          {person?.email} <span className="text-caption">({t('onlyYou')})</span>
        </p>
      </div>
    </header>
  );
}

interface ProfilePageProps {
  /** Section with credits and ledger of the signed-in user. */
  credits: ComponentType<{ account: Account }>;
}

/** spec 2.1: profile of the signed-in user; visitors see an invitation to sign up. */
export function ProfilePage({ credits }: ProfilePageProps) {
  // All text namespaces of the page load together, so that no component suspends later.
  const { t } = useTranslation(['profile', 'map']);
  useDocumentTitle(t('title'));
  const { attempted, person } = useAuth(true);
  if (person) return <OwnProfile credits={credits} />;
  if (!attempted) return <ProfileSkeleton />;
  return (
    <div className="grid min-h-[70dvh] place-content-center p-6">
      <EmptyState
        icon={<UserRound />}
        title={t('visitor.title')}
        text={t('visitor.text')}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => void auth.signIn({ signUp: true })}>{t('visitor.signUp')}</Button>
            <Button variant="secondary" onClick={() => void auth.signIn()}>
              {t('visitor.logIn')}
            </Button>
          </div>
        }
      />
    </div>
  );
}

function OwnProfile({ credits: Credits }: ProfilePageProps) {
  const { t } = useTranslation('profile');
  const { data: account, isError, refetch } = useAccount();
  if (isError && !account) {
    return (
      <div className="grid min-h-[70dvh] place-content-center p-6">
        <ErrorState title={t('error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!account) return <ProfileSkeleton />;
  return (
    <div className="mx-auto w-full max-w-5xl space-y-12 px-6 py-10 md:py-14">
      <ProfileHeader account={account} />
      <Credits account={account} />
      <ProfileForm key={account.id} account={account} />
      <MyStories accountId={account.id} />
      <VisitedPlaces accountId={account.id} name={null} />
      <FollowLists account={account} />
      <DeleteAccount account={account} />
    </div>
  );
}

const ProfileSkeleton = () => (
  <div aria-busy="true" className="mx-auto w-full max-w-5xl space-y-8 px-6 py-14">
    <SkeletonCard className="h-32" />
    <SkeletonCard className="h-72" />
  </div>
);

/** Most stories on the profile page; all of them are under My Itineraries. */
const storyLimit = 6;

function MyStories({ accountId }: { accountId: string }) {
  const { t } = useTranslation('profile');
  const stories = useQuery({
    queryKey: keys.itineraryLists.newestOwn(accountId),
    queryFn: () => api.listItineraries({ query: { filter: JSON.stringify({ accountId }), sort: 'updatedAt DESC', limit: storyLimit } }),
  });
  return (
    <section aria-labelledby="my-stories">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="my-stories" className="text-heading">
          {t('stories.title')}
        </h2>
        <Link to="/my-itineraries" className="rounded font-semibold text-accent-text text-small hover:underline">
          {t('stories.all')}
        </Link>
      </div>
      <div className="mt-5">
        {stories.isError && <ErrorState title={t('stories.error')} onRetry={() => void stories.refetch()} />}
        {stories.isPending && <SkeletonCards count={3} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3" />}
        {stories.data?.items.length === 0 && (
          <EmptyState
            icon={<PenLine />}
            title={t('stories.emptyTitle')}
            text={t('stories.emptyText')}
            action={
              <LinkButton asChild>
                <Link to="/itineraries/create">{t('stories.create')}</Link>
              </LinkButton>
            }
          />
        )}
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {stories.data?.items.map((story) => (
            <li key={story.id} className="relative">
              <Image src={null} {...photoOf(story, 'card')} illustration={false} underLink alt="" ratio="4 / 3" className="rounded-photo" />
              <Link to="/itineraries/$id" params={{ id: story.id }} className="group block rounded-photo after:absolute after:inset-0">
                <span className="mt-3 block font-semibold text-ink group-hover:underline">{story.title}</span>
                <span className="block text-muted text-small">
                  {[
                    t('stories.days', { count: story.daysCount }),
                    t('stories.stops', { count: story.stopsCount }),
                    t(`stories.visibility.${story.visibility}`),
                  ].join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Section that deletes the account with all of its content. */
function DeleteAccount({ account }: { account: Account }) {
  const { t } = useTranslation('profile');
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-8">
      <p className="max-w-prose text-muted text-small">{t('delete.hint')}</p>
      <DeleteQuestion account={account} />
    </section>
  );
}

/** Dialog in which the user types their name, because the deletion cannot be undone. */
function DeleteQuestion({ account: { id, userName } }: { account: Account }) {
  const { t } = useTranslation('profile');
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => api.deleteAccount({ params: { id } }),
    onSuccess: () => auth.signOut(),
    onError: () => toast.error(t('delete.error')),
  });
  const word = userName ?? t('delete.nameless');
  const isSure = matchesConfirmationWord(typed, word);
  const open = (next: boolean): void => {
    setTyped('');
    setOpen(next);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure && !remove.isPending) remove.mutate();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={<Button variant="danger">{t('delete.button')}</Button>}
      title={t('delete.title')}
      description={t('delete.text')}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">{t('delete.cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="danger" disabled={!isSure} loading={remove.isPending}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send}>
        <Field label={t('delete.typeName', { word })}>
          <Input value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
      </form>
    </Dialog>
  );
}

/** Whether the typed text matches the required word. Case is ignored; a user name may have its @ sign. */
export const matchesConfirmationWord = (typed: string, word: string): boolean =>
  typed.trim().replace(/^@/, '').toLocaleLowerCase() === word.toLocaleLowerCase();
