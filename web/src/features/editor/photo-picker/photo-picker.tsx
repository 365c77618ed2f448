import { useQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { ImageOff, ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { creditOf } from '../../../model/photo/photo.ts';
import { type ChosenPhoto, PhotoOpener, type PhotoSearchInput } from './photo-opener.tsx';
import { chosenImage } from './photos.query.ts';

export interface PhotoPickerProps extends PhotoSearchInput {
  value: ChosenPhoto | null;
  /** @param file An upload from this device, if there was one. */
  onChange: (photo: ChosenPhoto | null, file?: File) => void;
}

/** The current picture with buttons to change or remove it, or a button that adds one. */
export function PhotoPicker({ value, onChange, ...words }: PhotoPickerProps) {
  const { t } = useTranslation('stop-form');
  return (
    <PhotoOpener {...words} url={value?.imageUrl ?? null} onPick={onChange}>
      {({ ref, onClick, focus }) =>
        value ? (
          <PresentPhoto value={value}>
            <Button ref={ref} variant="floating" size="sm" icon={<ImagePlus aria-hidden="true" />} onClick={onClick}>
              {t('photo.change')}
            </Button>
            <Button
              variant="floating"
              size="sm"
              icon={<ImageOff aria-hidden="true" />}
              onClick={() => {
                onChange(null);
                focus();
              }}
            >
              {t('photo.remove')}
            </Button>
          </PresentPhoto>
        ) : (
          <button
            ref={ref}
            type="button"
            onClick={onClick}
            className="flex aspect-5/2 w-full flex-col items-center justify-center gap-1.5 rounded-photo border-2 border-line-strong/50 border-dashed bg-sunken/60 p-4 text-center transition-colors duration-fast hover:border-accent hover:bg-accent-soft"
          >
            <ImagePlus aria-hidden="true" className="size-7 text-accent-text" strokeWidth={1.6} />
            <span className="font-semibold">{t('photo.add')}</span>
            <span className="max-w-sm text-small text-muted">{t('photo.addText')}</span>
          </button>
        )
      }
    </PhotoOpener>
  );
}

function PresentPhoto({ value, children }: { value: ChosenPhoto; children: ReactNode }) {
  const { t } = useTranslation('stop-form');
  const { data: photo } = useQuery(chosenImage(value.imageId));
  return (
    <div className="relative">
      <Image
        src={value.imageUrl}
        alt={photo?.description ?? t('photo.present')}
        ratio="5 / 2"
        illustration={photo?.source === 'illustration'}
        credit={photo && creditOf(photo)}
        className="rounded-photo"
      />
      <div className="absolute top-3 right-3 flex flex-wrap justify-end gap-2">{children}</div>
    </div>
  );
}
