import { Link } from '@tanstack/react-router';
import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import { Route, ThumbsUp } from 'lucide-react';
import { type FocusEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { MapBounds } from '../../lib/search-params.ts';
import { coverOf } from '../../model/photo/photo.ts';
import { SaveOnPhoto } from '../../model/social/save-button.tsx';
import { CardCredit, CardFacts, CardFrame, cardStyles } from './card-frame.tsx';

export type ItineraryCardData = z.output<typeof itineraryCard>;

export interface ItineraryCardProps {
  itinerary: ItineraryCardData;
  isFirst: boolean;
  /** Handed on to the reels, which show what is in view. */
  bounds: MapBounds | null;
  /** Its stops are to be hinted at on the map, or no longer. */
  onHint: (itineraryId: string | null) => void;
  /** Its stops are to be shown on the map. */
  onShow: (itinerary: ItineraryCardData) => void;
}

/** spec 2.7: cover, title, days, stops, likes and author; opens the reels. The buttons in the corner show its way on the map, and save it. */
export const ItineraryCard = memo(function ItineraryCard({ itinerary, isFirst, bounds, onHint, onShow }: ItineraryCardProps) {
  const { t } = useTranslation('home');
  const { id, title, daysCount, stopsCount, likeCount, accountUserName } = itinerary;
  const photo = coverOf(itinerary, 'card');
  const hint = (): void => onHint(id);
  // What came from nowhere was put there by the page: nobody chose this card yet.
  const hintByKey = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget) hint();
  };
  const unhint = (): void => onHint(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the link and the button inside
    <div className="relative h-full" onMouseEnter={hint} onMouseLeave={unhint} onFocus={hintByKey} onBlur={unhint}>
      <Link
        data-card=""
        to="/itineraries/reels/$startId"
        params={{ startId: id }}
        search={bounds ? { bounds } : {}}
        preload={false}
        className={cardStyles}
      >
        <CardFrame photo={photo} isFirst={isFirst} title={title}>
          <CardFacts>
            {t('days', { count: daysCount })}
            <span aria-hidden="true">·</span>
            {t('stops', { count: stopsCount })}
            <span className="ml-auto flex items-center gap-1">
              <ThumbsUp aria-hidden="true" />
              <span className="sr-only">{t('likes', { count: likeCount })}</span>
              <span aria-hidden="true">{likeCount}</span>
            </span>
          </CardFacts>
          {accountUserName && <CardFacts className="truncate">@{accountUserName}</CardFacts>}
        </CardFrame>
      </Link>
      <CardCredit photo={photo} />
      <ShowOnMap title={title} onPress={() => onShow(itinerary)} />
      <SaveOnPhoto kind="itinerary" id={id} title={title} className="absolute! top-2.5 right-13.5" />
    </div>
  );
});

function ShowOnMap({ title, onPress }: { title: string; onPress: () => void }) {
  const { t } = useTranslation('home');
  return (
    <button
      type="button"
      aria-label={t('showOnMap', { title })}
      title={t('showOnMapShort')}
      className="focus-on-photo hit-area absolute! top-2.5 right-2.5 grid size-9 place-items-center rounded-full bg-[#0e1626]/70 text-white backdrop-blur-sm transition-colors duration-fast hover:bg-accent hover:text-accent-ink"
      onClick={onPress}
    >
      <Route aria-hidden="true" className="size-4.5" />
    </button>
  );
}
