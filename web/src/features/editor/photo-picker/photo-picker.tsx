import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Image as Photo } from '@waystory/proto/media/image.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { ImageOff, ImagePlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { creditOf } from '../../../model/photo/photo.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { chosenImage } from './photos.query.ts';

/** A picture as a stop or an itinerary keeps it. */
export interface ChosenPhoto {
  imageUrl: string;
  imageId: string | null;
}

export interface PhotoPickerProps {
  /** To look with, before others are typed. */
  words: string;
  /** Asks with what the server knows of this itinerary. */
  itineraryId?: string | undefined;
  /** Where the stop of that itinerary is, in words. */
  stopQuery?: string | undefined;
  value: ChosenPhoto | null;
  onChange: (photo: ChosenPhoto | null) => void;
}

/** The present picture, and the way to another one or none. */
export function PhotoPicker({ words, itineraryId, stopQuery, value, onChange }: PhotoPickerProps) {
  const { t } = useTranslation('stop-form');
  const queries = useQueryClient();
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // What opened the dialog is not its trigger and may be another button by then.
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const take = (photo: Photo): void => {
    queries.setQueryData(chosenImage(photo.id).queryKey, photo);
    onChange({ imageUrl: photo.url, imageId: photo.id });
    close();
  };
  const takeUploaded = (imageUrl: string): void => {
    onChange({ imageUrl, imageId: null });
    close();
  };
  return (
    <div>
      {value ? (
        <PresentPhoto value={value}>
          <Button ref={opener} variant="floating" size="sm" icon={<ImagePlus aria-hidden="true" />} onClick={() => setOpen(true)}>
            {t('photo.change')}
          </Button>
          <Button
            variant="floating"
            size="sm"
            icon={<ImageOff aria-hidden="true" />}
            onClick={() => {
              onChange(null);
              requestAnimationFrame(() => opener.current?.focus());
            }}
          >
            {t('photo.remove')}
          </Button>
        </PresentPhoto>
      ) : (
        <button
          ref={opener}
          type="button"
          onClick={() => setOpen(true)}
          className="flex aspect-5/2 w-full flex-col items-center justify-center gap-1.5 rounded-photo border-2 border-line-strong/50 border-dashed bg-sunken/60 p-4 text-center transition-colors duration-fast hover:border-accent hover:bg-accent-soft"
        >
          <ImagePlus aria-hidden="true" className="size-7 text-accent-text" strokeWidth={1.6} />
          <span className="font-semibold">{t('photo.add')}</span>
          <span className="max-w-sm text-small text-muted">{t('photo.addText')}</span>
        </button>
      )}
      {isOpen && (
        <PhotoDialog
          words={words}
          itineraryId={itineraryId}
          stopQuery={stopQuery}
          url={value?.imageUrl ?? null}
          onTake={take}
          onUploaded={takeUploaded}
          onClose={close}
        />
      )}
    </div>
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
