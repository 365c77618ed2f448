import { Link } from '@tanstack/react-router';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import { Check, Clock, type LucideIcon, MapPin, MapPinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReader } from '../../../lib/use-reader.ts';
import { stopLocationText, stopTimes } from '../../../model/itinerary/stop-where.ts';
import { photoOf } from '../../../model/photo/photo.ts';

export interface PlannedStopProps {
  stop: StopView;
  /** Day of the form that the title links to; null for a stop without a day. */
  dayId: string | null;
  /** Drag handle at the left edge, menu at the right. */
  handle?: ReactNode;
  menu?: ReactNode;
  onAccept?: (() => void) | undefined;
  className?: string;
}

/** A stop in the plan, with its title, place and times. */
export function PlannedStop({ stop, dayId, handle, menu, onAccept, className }: PlannedStopProps) {
  const { t } = useTranslation('editor');
  const isSuggested = stop.state === 'SUGGESTED';
  const photo = photoOf(stop, 'thumbnail');
  return (
    <div
      className={cn(
        'flex items-center gap-2 rounded-card border bg-surface p-2 transition-[box-shadow,border-color] duration-fast sm:gap-3',
        isSuggested ? 'border-line-strong/70 border-dashed' : 'border-line',
        className,
      )}
    >
      {handle}
      <div className="size-14 shrink-0 overflow-hidden rounded-[0.875rem] sm:size-16">
        {photo ? <Image src={photo.src} alt="" ratio="1" /> : <NoPicture icon={stop.isLocated ? MapPin : MapPinOff} />}
      </div>
      <div className="min-w-0 flex-1 py-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StopTitle stop={stop} dayId={dayId} />
          {isSuggested && <Badge tone="warning">{t('stop.suggestedBadge')}</Badge>}
        </div>
        <StopFacts stop={stop} />
        {photo?.credit && <PhotoCredit credit={photo.credit} className="mt-0.5 block truncate text-[0.6875rem] text-muted leading-4" />}
      </div>
      {isSuggested && onAccept && (
        <Button size="sm" variant="secondary" icon={<Check aria-hidden="true" />} onClick={onAccept} className="max-sm:hidden">
          {t('stop.accept')}
        </Button>
      )}
      {menu}
    </div>
  );
}

/** Icon in place of a picture. A small map would be redrawn with every step of a drag, and the plan has a large map. */
const NoPicture = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid size-full place-items-center bg-teal-soft text-teal-text">
    <Icon aria-hidden="true" className="size-6" strokeWidth={1.6} />
  </span>
);

function StopTitle({ stop, dayId }: { stop: StopView; dayId: string | null }) {
  const styles = 'min-w-0 truncate font-semibold text-ink';
  if (!dayId) return <span className={styles}>{stop.title}</span>;
  const params = { itineraryId: stop.itineraryId, dayId, stopId: stop.id };
  return (
    <Link
      to="/itineraries/$itineraryId/days/$dayId/stops/$stopId/form"
      params={params}
      className={cn(styles, 'rounded hover:underline hover:underline-offset-4')}
    >
      {stop.title}
    </Link>
  );
}

function StopFacts({ stop }: { stop: StopView }) {
  const { t: tellTimes } = useTranslation('story');
  const reader = useReader();
  const where = stopLocationText(stop);
  const times = stopTimes(stop, reader, tellTimes);
  return (
    <div className="mt-0.5 flex min-w-0 flex-wrap gap-x-3 text-small text-muted">
      {where && <span className="min-w-0 truncate">{where}</span>}
      {times && (
        <span className="flex items-center gap-1.5 tabular-nums">
          <Clock aria-hidden="true" className="size-3.5" />
          {times}
        </span>
      )}
    </div>
  );
}
