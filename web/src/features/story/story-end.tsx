import { Link } from '@tanstack/react-router';
import { cn } from '@waystory/ui/class-names.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Compass, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isTalkedAbout, type Story } from '../../model/itinerary/use-story.ts';
import { ShareButton } from '../../model/social/share-button.tsx';
import { PrintButton } from './paper/print-button.tsx';

/** After the last stop: where to go on. */
export function StoryEnd({ story }: { story: Story }) {
  const { t } = useTranslation('story');
  const { itinerary, chapters, isOwner } = story;
  if (chapters.length === 0) return <Unwritten id={itinerary.id} isOwner={isOwner} />;
  const handle = itinerary.account?.userName;
  return (
    <footer
      className={cn(
        'mx-auto flex max-w-[46rem] flex-col items-center gap-5 px-5 pt-10 text-center sm:px-10',
        // The last element leaves room for the button of the map.
        isTalkedAbout(itinerary) ? 'pb-16' : 'pb-28',
      )}
    >
      <span aria-hidden="true" className="route-line-x w-40" />
      <p className="text-heading">{handle ? t('end.by', { handle }) : t('end.title')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <ShareButton title={itinerary.title} />
        <PrintButton story={story} />
        <LinkButton asChild variant="secondary" size="sm" icon={<Compass aria-hidden="true" />}>
          <Link to="/">{t('explore')}</Link>
        </LinkButton>
      </div>
    </footer>
  );
}

function Unwritten({ id, isOwner }: { id: string; isOwner: boolean }) {
  const { t } = useTranslation('story');
  const action = isOwner && (
    <LinkButton asChild icon={<Pencil aria-hidden="true" />}>
      <Link to="/itineraries/$id/edit" params={{ id }}>
        {t('unwritten.edit')}
      </Link>
    </LinkButton>
  );
  return (
    <EmptyState
      icon={<Compass />}
      title={t('unwritten.title')}
      text={t(isOwner ? 'unwritten.ownerText' : 'unwritten.text')}
      action={action || undefined}
    />
  );
}
