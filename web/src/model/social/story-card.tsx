import { Link } from '@tanstack/react-router';
import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { EyeOff, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { coverOf } from '../photo/photo.ts';
import { SaveOnPhoto } from './save-button.tsx';

export interface StoryCardProps {
  story: z.output<typeof itineraryCard>;
  /** Hidden by a moderator, but visible to this reader. */
  hidden?: boolean;
  /** Names the author; false on the author's own page. */
  withAuthor?: boolean;
}

/** A story in a list: the whole card is a link, and the button on the picture saves it. */
export function StoryCard({ story, hidden = false, withAuthor = false }: StoryCardProps) {
  const { t } = useTranslation('social');
  const { id, title, daysCount, stopsCount, likeCount, accountUserName } = story;
  const photo = coverOf(story, 'card');
  const counts = [t('days', { count: daysCount }), t('stops', { count: stopsCount }), t('likes', { count: likeCount })];
  return (
    <Card asChild padding="none" interactive>
      <article className="relative flex h-full flex-col">
        {photo ? (
          <Image {...photo} illustration={false} underLink alt="" ratio="3 / 2" />
        ) : (
          <div className="grid aspect-3/2 place-items-center bg-teal-soft text-teal-text">
            <MapIcon aria-hidden="true" className="size-12 opacity-70" strokeWidth={1.3} />
          </div>
        )}
        {hidden && (
          <Badge tone="photo" className="absolute top-3.5 left-3 z-1">
            <EyeOff aria-hidden="true" />
            {t('moderation.hidden')}
          </Badge>
        )}
        <div className="flex-1 p-4">
          <h3 className="line-clamp-2 text-subheading">
            <Link to="/itineraries/$id" params={{ id }} className="rounded after:absolute after:inset-0 after:rounded-card">
              {title}
            </Link>
          </h3>
          <p className="mt-1 text-muted text-small tabular-nums">{counts.join(' · ')}</p>
          {withAuthor && accountUserName && <p className="mt-1 truncate text-muted text-small">@{accountUserName}</p>}
        </div>
        <SaveOnPhoto kind="itinerary" id={id} title={title} className="absolute! top-3 right-3 z-strip" />
      </article>
    </Card>
  );
}
