import { Link } from '@tanstack/react-router';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { LinkButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PhotoSize, type Pictured, photoOf } from '../../model/photo/photo.ts';

interface CaptionedImageProps {
  picture: CaptionedPicture;
  size: PhotoSize;
  ratio: string;
  priority?: boolean;
  className?: string | undefined;
}

/** Picture with its caption below. */
export function CaptionedImage({ picture, size, ratio, priority = false, className }: CaptionedImageProps) {
  const photo = photoOf(picture, size);
  if (!photo) return null;
  return (
    <figure className={cn('m-0', className)}>
      <Image {...photo} alt={picture.caption ?? ''} ratio={ratio} priority={priority} className="rounded-photo" />
      {picture.caption && (
        <figcaption aria-hidden="true" className="mt-2 text-pretty break-words text-muted text-small">
          {picture.caption}
        </figcaption>
      )}
    </figure>
  );
}

/** All pictures of a stop, the first one over the whole width. */
export function StopPictures({ stop }: { stop: StopView }) {
  const [first, ...others] = picturesOf(stop);
  if (!first) return null;
  return (
    <div className="flex flex-col gap-4">
      <CaptionedImage picture={first} size="large" ratio="3 / 2" priority />
      {others.length > 0 && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {others.map((picture, index) => (
            <CaptionedImage
              key={picture.imageUrl}
              picture={picture}
              size="card"
              ratio="4 / 3"
              // The last picture of an odd number spans both columns.
              className={index === others.length - 1 && others.length % 2 === 1 ? 'sm:col-span-2' : undefined}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** First picture of a stop in the story, with a link to the other pictures on the page of the stop. */
export function FirstPicture({ stop }: { stop: StopView }) {
  const { t } = useTranslation('story');
  const [first, ...others] = picturesOf(stop);
  if (!first) return null;
  return (
    <div className="order-last">
      <CaptionedImage picture={first} size="large" ratio="16 / 10" />
      {others.length > 0 && (
        <LinkButton asChild variant="quiet" size="sm" icon={<Images aria-hidden="true" />} className="mt-1 -ml-3.5 print:hidden">
          <Link to="/itineraries/$itineraryId/stops/$stopId" params={{ itineraryId: stop.itineraryId, stopId: stop.id }}>
            {t('stop.morePictures', { count: others.length })}
            <span className="sr-only">: {stop.title}</span>
          </Link>
        </LinkButton>
      )}
    </div>
  );
}

/** A picture of a stop with its caption. */
interface CaptionedPicture extends Pictured {
  caption: string | null;
}

/** Pictures of a stop in order; cards show the first. */
const picturesOf = ({ imageUrl, image, imageCaption, gallery, galleryImages }: StopView): CaptionedPicture[] => [
  ...(imageUrl !== null || image !== null ? [{ imageUrl, image, caption: imageCaption }] : []),
  ...gallery.map((picture, index) => ({ imageUrl: picture.imageUrl, image: galleryImages[index] ?? null, caption: picture.caption })),
];
