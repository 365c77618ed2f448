import { Link } from '@tanstack/react-router';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { Card } from '@waystory/ui/card.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { photoOf } from '../photo/photo.ts';
import { LocatorMap, locationOfStop } from '../place/locator-map.tsx';
import { SaveOnPhoto } from './save-button.tsx';

/** A stop in a list: the whole card is a link, and the button on the picture saves it. */
export function StopCard({ stop }: { stop: StopView }) {
  const { id, itineraryId, title, addressCity, addressCountry, placeFullName } = stop;
  const photo = photoOf(stop, 'card');
  const where = [addressCity, addressCountry].filter(Boolean).join(', ') || placeFullName;
  return (
    <Card asChild padding="none" interactive>
      <article className="relative flex h-full flex-col">
        {photo ? (
          <Image {...photo} illustration={false} underLink alt="" ratio="3 / 2" />
        ) : (
          <LocatorMap at={locationOfStop(stop)} className="aspect-3/2 w-full" />
        )}
        <div className="flex-1 p-4">
          <h3 className="line-clamp-2 text-subheading">
            <Link
              to="/itineraries/$itineraryId/stops/$stopId"
              params={{ itineraryId, stopId: id }}
              className="rounded after:absolute after:inset-0 after:rounded-card"
            >
              {title}
            </Link>
          </h3>
          <p className="mt-1 truncate text-muted text-small">{where}</p>
        </div>
        <SaveOnPhoto kind="stop" id={id} title={title} className="absolute! top-3 right-3 z-strip" />
      </article>
    </Card>
  );
}
