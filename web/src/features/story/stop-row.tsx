import { Link } from '@tanstack/react-router';
import { Badge } from '@waystory/ui/badge.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import { Clock, MapPin, Route, Sparkles } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText, durationText } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import { useFocusValue, useStoryFocus } from '../../map/story/story-focus.ts';
import type { Entry, Leg } from '../../model/itinerary/chapters.ts';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';
import { stopLocationText, stopTimes } from '../../model/itinerary/stop-where.ts';
import { type Photo, photoOf } from '../../model/photo/photo.ts';
import { LocatorMap } from '../../model/place/locator-map.tsx';
import { TripIcon } from '../../model/trip/trip-button.tsx';
import { useObservedRow } from './reading-line.ts';
import type { StoryListRow } from './rows.ts';
import { FirstPicture } from './stop-pictures.tsx';

export interface StopRowProps {
  row: Extract<StoryListRow, { kind: 'stop' }>;
  /** Long stories show small pictures beside the text. */
  compact: boolean;
}

/** Row of a stop within its day. */
export const StopRow = memo(function StopRow({ row: { key, chapter, entry, isLast }, compact }: StopRowProps) {
  const focus = useStoryFocus();
  const isLit = useFocusValue(({ pointed }) => pointed === key);
  return (
    <article
      ref={useObservedRow(key)}
      id={key}
      aria-labelledby={`${key}.title`}
      onPointerEnter={() => focus.point(key)}
      onPointerLeave={() => focus.point(null)}
      onFocus={() => focus.point(key)}
      onBlur={() => focus.point(null)}
      className="scroll-my-24"
    >
      {entry.leg && <LegLine leg={entry.leg} />}
      <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-4">
        <div aria-hidden="true" className="flex flex-col items-center">
          <Marker entry={entry} color={chapterColorOf(chapter)} isLit={isLit} />
          <span className={cn('route-line-y mt-1.5 w-1 flex-1', isLast && 'hidden')} />
        </div>
        <div className={cn('-mx-3 mb-3 rounded-card px-3 pt-1 pb-4 transition-colors duration-base', isLit && 'bg-raised shadow-lift')}>
          <StopBody row={{ kind: 'stop', key, chapter, entry, isLast }} compact={compact} />
        </div>
      </div>
    </article>
  );
});

function Marker({ entry, color, isLit }: { entry: Entry; color: string; isLit: boolean }) {
  const isSuggested = entry.number === null;
  return (
    <span
      style={isSuggested ? { borderColor: color, color } : { backgroundColor: color }}
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-full text-small font-bold text-white tabular-nums transition-transform duration-base ease-out',
        isSuggested && 'border-2 border-dashed bg-surface',
        isLit && 'scale-115',
      )}
    >
      {entry.number ?? <Sparkles className="size-4" />}
    </span>
  );
}

function LegLine({ leg }: { leg: Leg }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const distance = distanceText(leg.kilometres, reader);
  const text = leg.travelTimeMinutes === null ? distance : t('leg', { distance, time: durationText(leg.travelTimeMinutes, reader) });
  return (
    <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-4">
      <span aria-hidden="true" className="route-line-y w-1 justify-self-center" />
      <p className="flex items-center gap-2 pt-1 pb-5 text-small text-muted tabular-nums">
        <Route aria-hidden="true" className="size-4" />
        <span className="sr-only">{t('legFromBefore')}</span> {text}
      </p>
    </div>
  );
}

function StopBody({ row: { key, entry }, compact }: StopRowProps) {
  const { t } = useTranslation('story');
  const { stop } = entry;
  const photo = photoOf(stop, 'thumbnail');
  return (
    <div className={cn('flex gap-4', compact || !photo ? 'flex-row-reverse justify-between' : 'flex-col')}>
      {photo && compact && <SmallPhoto photo={photo} />}
      {photo && !compact && <FirstPicture stop={stop} />}
      {!photo && stop.isLocated && (
        <LocatorMap at={stop.coordinates} className="aspect-square w-24 shrink-0 self-start rounded-photo sm:w-32 print:hidden" />
      )}
      <div className="min-w-0 flex-1">
        {entry.number === null && (
          <Badge tone="warning" className="mb-2">
            <Sparkles aria-hidden="true" />
            {t('suggested')}
          </Badge>
        )}
        <div className="flex items-start justify-between gap-2">
          <h3 id={`${key}.title`} className="min-w-0 text-heading">
            <Link
              to="/itineraries/$itineraryId/stops/$stopId"
              params={{ itineraryId: stop.itineraryId, stopId: stop.id }}
              className="rounded-sm break-words decoration-2 decoration-accent underline-offset-4 hover:underline"
            >
              {stop.title}
            </Link>
          </h3>
          {stop.isLocated && <TripIcon title={stop.title} placeId={stop.placeId} />}
        </div>
        <StopFacts entry={entry} />
        {stop.highlight && <p className="mt-3 border-accent border-l-[3px] pl-4 text-pretty font-semibold italic">{stop.highlight}</p>}
        {stop.description && <p className="mt-3 whitespace-pre-line text-pretty break-words leading-[1.7]">{stop.description}</p>}
      </div>
    </div>
  );
}

/** Small photo with its credit below, because a note would not fit on it. */
const SmallPhoto = ({ photo }: { photo: Photo }) => (
  <div className="w-24 shrink-0 sm:w-32">
    <Image {...photo} credit={null} illustration={false} alt="" ratio="1 / 1" className="rounded-photo" />
    {photo.credit && <PhotoCredit credit={photo.credit} className="mt-1 block text-[0.6875rem] text-muted leading-4" />}
  </div>
);

function StopFacts({ entry: { stop } }: { entry: Entry }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const where = stopLocationText(stop);
  const when = stopTimes(stop, reader, t);
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted [&_svg]:size-4 [&_svg]:shrink-0">
      {where && (
        <li className="flex min-w-0 items-center gap-1.5">
          <MapPin aria-hidden="true" />
          <span className="min-w-0 break-words">{where}</span>
        </li>
      )}
      {when && (
        <li className="flex items-center gap-1.5 tabular-nums">
          <Clock aria-hidden="true" />
          {when}
        </li>
      )}
    </ul>
  );
}
