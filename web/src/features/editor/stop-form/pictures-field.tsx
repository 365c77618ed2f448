import type { StopPicture } from '@waystory/proto/itineraries/stop.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../../model/photo/photo.ts';
import { PhotoOpener, type PhotoSearchInput } from '../photo-picker/photo-opener.tsx';
import { PhotoPicker } from '../photo-picker/photo-picker.tsx';
import type { StopValues } from './stop-values.ts';

const longestCaption = 200;

interface PicturesFieldProps extends PhotoSearchInput {
  pictures: readonly StopPicture[];
  onChange: (pictures: StopPicture[]) => void;
  /** Receives the file of a picture from this device. */
  onFile: (file: File) => void;
}

/** Ordered pictures of a stop, each with a caption; the first one is the cover. */
export function PicturesField({ pictures, onChange, onFile, ...words }: PicturesFieldProps) {
  const { t } = useTranslation('stop-form');
  const [first, ...others] = pictures;
  const replace = (at: number, ...instead: StopPicture[]): void => onChange(pictures.toSpliced(at, 1, ...instead));
  const pick = (at: number, photo: Omit<StopPicture, 'caption'>, file: File | undefined): void => {
    replace(at, { ...photo, caption: pictures[at]?.caption ?? null });
    if (file) onFile(file);
  };
  return (
    <div className="flex flex-col gap-4">
      <PhotoPicker {...words} value={first ?? null} onChange={(photo, file) => (photo ? pick(0, photo, file) : replace(0))} />
      {first && <Caption value={first.caption} label={t('photo.caption')} onChange={(caption) => replace(0, { ...first, caption })} />}
      {others.length > 0 && (
        <ol aria-label={t('photo.others')} className="flex flex-col gap-3">
          {others.map((picture, index) => (
            <MorePicture
              key={picture.imageUrl}
              picture={picture}
              number={index + 2}
              isLast={index === others.length - 1}
              onChange={(changed) => replace(index + 1, changed)}
              onMove={(by) => onChange(movePicture(pictures, index + 1, index + 1 + by))}
              onRemove={() => replace(index + 1)}
            />
          ))}
        </ol>
      )}
      {first && pictures.length < mostPictures && (
        <PhotoOpener {...words} url={null} onPick={(photo, file) => pick(pictures.length, photo, file)}>
          {({ ref, onClick }) => (
            <Button ref={ref} variant="secondary" size="sm" className="self-start" icon={<ImagePlus aria-hidden="true" />} onClick={onClick}>
              {t('photo.another')}
            </Button>
          )}
        </PhotoOpener>
      )}
    </div>
  );
}

interface MorePictureProps {
  picture: StopPicture;
  /** Position in the list, 1 for the first. */
  number: number;
  isLast: boolean;
  onChange: (picture: StopPicture) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function MorePicture({ picture, number, isLast, onChange, onMove, onRemove }: MorePictureProps) {
  const { t } = useTranslation('stop-form');
  return (
    <li className="flex items-center gap-3 rounded-card bg-sunken p-2 max-sm:flex-wrap">
      <Image
        src={null}
        {...photoOf({ imageUrl: picture.imageUrl, image: null }, 'thumbnail')}
        illustration={false}
        alt={picture.caption ?? t('photo.numbered', { number })}
        ratio="4 / 3"
        className="w-24 shrink-0 rounded-photo"
      />
      <div className="min-w-40 flex-1">
        <Caption value={picture.caption} label={t('photo.captionNumbered', { number })} onChange={(caption) => onChange({ ...picture, caption })} />
      </div>
      <div className="flex max-sm:ml-auto">
        <IconButton
          icon={<ArrowUp />}
          size="sm"
          label={t(number === 2 ? 'photo.makeFirst' : 'photo.moveUp', { number })}
          onClick={() => onMove(-1)}
        />
        <IconButton icon={<ArrowDown />} size="sm" label={t('photo.moveDown', { number })} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton icon={<Trash2 />} size="sm" label={t('photo.removeNumbered', { number })} onClick={onRemove} />
      </div>
    </li>
  );
}

const Caption = ({ value, label, onChange }: { value: string | null; label: string; onChange: (caption: string | null) => void }) => {
  const { t } = useTranslation('stop-form');
  return (
    <Field label={label} hideLabel>
      <Input
        value={value ?? ''}
        maxLength={longestCaption}
        autoComplete="off"
        placeholder={t('photo.captionPlaceholder')}
        onChange={({ target }) => onChange(target.value || null)}
      />
    </Field>
  );
};

/** Limit of the schema of a stop: one cover and 19 gallery pictures. */
export const mostPictures = 20;

type PictureValues = Pick<StopValues, 'imageUrl' | 'imageId' | 'imageCaption' | 'gallery'>;

/** Ordered pictures of a stop; the first one is the cover. */
export const listOfPictures = ({ imageUrl, imageId, imageCaption, gallery }: PictureValues): StopPicture[] =>
  imageUrl === null ? gallery : [{ imageUrl, imageId, caption: imageCaption }, ...gallery];

/** Inverse of listOfPictures: without the first picture the second becomes the cover. */
export const valuesOfPictures = ([first, ...gallery]: readonly StopPicture[]): PictureValues => ({
  imageUrl: first?.imageUrl ?? null,
  imageId: first?.imageId ?? null,
  imageCaption: first?.caption ?? null,
  gallery,
});

/**
 * Moves a picture within the list.
 * @param to Target index, from 0.
 */
export function movePicture(pictures: readonly StopPicture[], from: number, to: number): StopPicture[] {
  const [picture] = pictures.slice(from, from + 1);
  const others = pictures.filter((_, index) => index !== from);
  return picture ? others.toSpliced(to, 0, picture) : others;
}
