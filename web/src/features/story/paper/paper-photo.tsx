import { cn } from '@waystory/ui/class-names.ts';
import { defaultImageQuality, withImageQuality } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import { useUiTexts } from '@waystory/ui/ui-texts.tsx';
import { entriesOf, isAccepted } from '../../../model/itinerary/chapters.ts';
import type { Story } from '../../../model/itinerary/use-story.ts';
import { type Photo, photoOf } from '../../../model/photo/photo.ts';

/** URL of a picture, identical to the preloaded URL, so that the browser reuses the picture. */
const addressOf = ({ src }: Photo): string => withImageQuality(src, defaultImageQuality);

/** URLs of all pictures in the print layout of a story. */
export function paperPictureUrls({ itinerary, chapters }: Story): string[] {
  const photos = [
    photoOf(itinerary, 'large'),
    ...entriesOf(chapters)
      .filter(isAccepted)
      .map(({ stop }) => photoOf(stop, 'card')),
  ];
  return [...new Set(photos.flatMap((photo) => (photo ? [addressOf(photo)] : [])))];
}

/** Picture with its credit below. It never loads lazily, because printing does not wait. */
export function PaperPhoto({ photo, className }: { photo: Photo; className: string }) {
  const { illustration } = useUiTexts();
  const note = photo.credit ? <PhotoCredit credit={photo.credit} /> : photo.illustration ? illustration : null;
  return (
    <figure className="break-inside-avoid">
      <img src={addressOf(photo)} alt="" decoding="sync" className={cn('w-full rounded-[1.5mm] bg-(--skeleton) object-cover', className)} />
      {note && <figcaption className="mt-[0.6mm] truncate text-[6pt] text-muted leading-tight">{note}</figcaption>}
    </figure>
  );
}
