import { useQuery } from '@tanstack/react-query';
import type { Image as Photo } from '@waystory/proto/media/image.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettled } from '../../../lib/use-settled.ts';
import { UploadArea } from '../../../model/upload/upload-area.tsx';
import type { PhotoWords } from './photo-opener.tsx';
import { PhotoResults } from './photo-results.tsx';
import { firstPhotos, mostPhotos, photosFor, sourceOf } from './photos.query.ts';

/** Pause in the typing after which pictures are looked for, milliseconds. */
const pause = 350;

interface PhotoDialogProps extends PhotoWords {
  /** Address of the present picture. */
  url: string | null;
  onTake: (photo: Photo) => void;
  /** Receives the address of an uploaded picture and its source file. */
  onUploaded: (url: string, file: File) => void;
  onClose: () => void;
}

/** Dialog with pictures; the selection applies only when the user confirms it. */
export function PhotoDialog({ words, itineraryId, stopQuery, place, url, onTake, onUploaded, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('stop-form');
  const [typed, setTyped] = useState<string | null>(null);
  const [count, setCount] = useState(firstPhotos);
  const [chosen, setChosen] = useState<Photo | null>(null);
  const source = sourceOf({ typed: useSettled(typed, pause), words, itineraryId, stopQuery, place });
  const photos = useQuery(photosFor(source, count));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('photo.title')}
      description={t('photo.text')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('photo.cancel')}
          </Button>
          <Button disabled={chosen === null} onClick={() => chosen && onTake(chosen)}>
            {t('photo.take')}
          </Button>
        </>
      }
    >
      {/* One's own picture says more of a place than any other. */}
      <UploadArea onUploaded={({ url: address }, file) => onUploaded(address, file)} />
      <Field label={t('photo.search')} className="mt-5">
        <Input
          type="search"
          value={typed ?? words}
          maxLength={200}
          placeholder={t('photo.searchPlaceholder')}
          leading={<Search aria-hidden="true" />}
          onChange={({ target }) => {
            setTyped(target.value);
            setCount(firstPhotos);
          }}
        />
      </Field>
      <PhotoResults
        photos={photos}
        isAsked={source !== null}
        count={count}
        url={chosen?.url ?? url}
        onChoose={setChosen}
        onTake={onTake}
        onMore={() => setCount(mostPhotos)}
      />
    </Dialog>
  );
}
