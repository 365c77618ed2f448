import { Link } from '@tanstack/react-router';
import { serverNow } from '@waystory/client/environment.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { Globe, Link as LinkIcon, Lock, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { relativeDay } from '../../lib/relative-day.ts';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { coverOf } from '../../model/photo/photo.ts';
import { ItineraryMenu } from './itinerary-menu.tsx';
import { isDraft } from './listing.ts';

const icons = { PRIVATE: Lock, UNLISTED: LinkIcon, PUBLIC: Globe } as const;

interface OwnItineraryCardProps {
  itinerary: ItineraryView;
  /** This browser holds unsaved text of the itinerary. */
  isUnsaved: boolean;
}

/** One of my itineraries: the whole card leads to its editor, the menu to everything else. */
export function OwnItineraryCard({ itinerary, isUnsaved }: OwnItineraryCardProps) {
  const { t, i18n } = useTranslation('my-itineraries');
  const { id, title, visibility, daysCount, stopsCount, updatedAt } = itinerary;
  const Icon = icons[visibility];
  return (
    <Card asChild padding="none" interactive>
      <article className="relative flex flex-col">
        <Cover itinerary={itinerary} />
        <div className="absolute inset-x-3 top-3 z-1 flex flex-wrap gap-2">
          <Badge tone="photo">
            <Icon aria-hidden="true" />
            {t(`visibility.${visibility}`)}
          </Badge>
          {isDraft(itinerary) && <Badge tone="warning">{t('draft')}</Badge>}
          {isUnsaved && <Badge tone="accent">{t('unsaved')}</Badge>}
        </div>
        <div className="flex flex-1 items-start gap-2 p-4">
          <div className="min-w-0 flex-1">
            <h2 className="line-clamp-2 text-subheading">
              <Link to="/itineraries/$id/edit" params={{ id }} className="rounded after:absolute after:inset-0 after:rounded-card">
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-small text-muted tabular-nums">
              {[t('days', { count: daysCount }), t('stops', { count: stopsCount })].join(' · ')}
            </p>
            <p className="mt-1 text-small text-muted">
              {t('updated', { when: relativeDay(updatedAt, new Date(serverNow()).toISOString(), i18n.language) })}
            </p>
          </div>
          <div className="relative z-strip -mr-2">
            <ItineraryMenu itinerary={itinerary} />
          </div>
        </div>
      </article>
    </Card>
  );
}

function Cover({ itinerary }: { itinerary: ItineraryView }) {
  const photo = coverOf(itinerary, 'card');
  if (photo) return <Image {...photo} illustration={false} underLink alt="" ratio="3 / 2" />;
  return (
    <div className="grid aspect-3/2 place-items-center bg-teal-soft text-teal-text">
      <MapIcon aria-hidden="true" className="size-12 opacity-70" strokeWidth={1.3} />
    </div>
  );
}
