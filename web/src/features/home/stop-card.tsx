import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { memo } from 'react';
import { CardFacts, CardFrame, cardStyles } from './card-frame.tsx';

export interface StopCardProps {
  stop: Stop;
  /** Its place among the stops, from 1. */
  number: number;
  onOpen: (stop: Stop) => void;
}

/** A stop of the itinerary that is shown on the map; opens its place. */
export const StopCard = memo(function StopCard({ stop, number, onOpen }: StopCardProps) {
  const town = stop.addressCity ?? stop.addressCountry ?? stop.placeFullName;
  return (
    <button type="button" data-card="" className={cardStyles} onClick={() => onOpen(stop)}>
      <CardFrame
        picture={stop.imageUrl}
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
  );
});
