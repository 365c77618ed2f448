import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '@waystory/client/api.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../model/photo/photo.ts';
import { keys } from '../../model/queries/keys.ts';

/** The newest ones; all of them are under My Itineraries. */
const storyLimit = 6;

export function MyStories({ accountId }: { accountId: string }) {
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
