import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { memo } from 'react';
import { photoOf } from '../../model/photo/photo.ts';
import { CardCredit, CardFacts, CardFrame, cardStyles } from './card-frame.tsx';

export interface StopCardProps {
  stop: StopView;
  /** Its place among the stops, from 1. */
  number: number;
  onOpen: (stop: StopView) => void;
}

/** A stop of the itinerary that is shown on the map; opens its place. */
export const StopCard = memo(function StopCard({ stop, number, onOpen }: StopCardProps) {
  const town = stop.addressCity ?? stop.addressCountry ?? stop.placeFullName;
  const photo = photoOf(stop, 'card');
  return (
    <div className="relative h-full">
      <button type="button" data-card="" className={cardStyles} onClick={() => onOpen(stop)}>
        <CardFrame
          photo={photo}
          isFirst={false}
          title={stop.title}
          mark={
            <span className="grid size-7 place-items-center rounded-full bg-[#c2343f] font-bold text-caption text-white tabular-nums">{number}</span>
          }
        >
          <CardFacts>
            <span className="truncate">{town}</span>
          </CardFacts>
        </CardFrame>
      </button>
      <CardCredit photo={photo} />
    </div>
  );
});
