import { Image } from '@waystory/ui/image.tsx';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../model/photo/photo.ts';
import type { PlacePhoto } from '../../model/place/place-summary.ts';

/** Photos of a place side by side; the first is wanted at once. */
export function PlacePhotos({ photos }: { photos: readonly PlacePhoto[] }) {
  const { t } = useTranslation('place');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={t('photos')} className="no-scrollbar -mx-5 flex snap-x gap-3 overflow-x-auto px-5 md:-mx-6 md:px-6">
      {photos.map(({ title, ...picture }, place) => (
        <Image
          key={picture.imageUrl}
          src={null}
          {...photoOf(picture, 'card')}
          alt={title}
          ratio="4 / 3"
          priority={place === 0}
          className={`shrink-0 snap-start scroll-ml-5 rounded-photo ${photos.length === 1 ? 'w-full' : 'w-52'}`}
        />
      ))}
    </section>
  );
}
