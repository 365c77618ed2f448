import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Image as Photo } from '@waystory/proto/media/image.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Search } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../lib/use-settled.ts';
import { UploadArea } from '../../../model/upload/upload-area.tsx';
import type { PictureSearchPlace } from './known-place.ts';
import { PhotoResults } from './photo-results.tsx';
import { chosenImage, firstPhotoCount, maxPhotoCount, photoSourceOf, photosFor } from './photos.query.ts';

/** A picture as stored in a stop or an itinerary. */
export interface ChosenPhoto {
  imageUrl: string;
  imageId: string | null;
}

/** Inputs of the picture search. */
export interface PhotoSearchInput {
  /** Default search words, until the user types others. */
  words: string;
  /** Itinerary whose data the server uses for the search. */
  itineraryId?: string | undefined;
  /** Location query for a stop of that itinerary, as text. */
  stopQuery?: string | undefined;
  /** Further data about the place of the stop. */
  place?: PictureSearchPlace | undefined;
}

interface PhotoOpenerProps extends PhotoSearchInput {
  /** URL of the current picture. */
  url: string | null;
  /** @param file An upload from this device; undefined for a found picture. */
  onPick: (photo: ChosenPhoto, file?: File) => void;
  /** Renders the button that opens the dialog. */
  children: (opener: { ref: Ref<HTMLButtonElement>; onClick: () => void; focus: () => void }) => ReactNode;
}

/** Opens the picture dialog; closing it returns the focus to its button. */
export function PhotoOpener({ words, itineraryId, stopQuery, place, url, onPick, children }: PhotoOpenerProps) {
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // A chosen picture replaces the add button with the change button. The focus therefore goes to the button of the next frame.
  const focus = (): void => void requestAnimationFrame(() => button.current?.focus());
  const close = (): void => {
    setOpen(false);
    focus();
  };
  const take = (photo: Photo): void => {
    queries.setQueryData(chosenImage(photo.id).queryKey, photo);
    onPick({ imageUrl: photo.url, imageId: photo.id });
    close();
  };
  const takeUploaded = (imageUrl: string, file: File): void => {
    onPick({ imageUrl, imageId: null }, file);
    close();
  };
  return (
    <>
      {children({ ref: button, onClick: () => setOpen(true), focus })}
      {isOpen && (
        <PhotoDialog
          words={words}
          itineraryId={itineraryId}
          stopQuery={stopQuery}
          place={place}
          url={url}
          onTake={take}
          onUploaded={takeUploaded}
          onClose={close}
        />
      )}
    </>
  );
}

/** Debounce of the picture search, milliseconds. */
const pause = 350;

interface PhotoDialogProps extends PhotoSearchInput {
  /** URL of the current picture. */
  url: string | null;
  onTake: (photo: Photo) => void;
  /** Receives the URL of an uploaded picture and its source file. */
  onUploaded: (url: string, file: File) => void;
  onClose: () => void;
}

/** Dialog with pictures. A found picture applies when the user confirms it, an uploaded picture at once. */
function PhotoDialog({ words, itineraryId, stopQuery, place, url, onTake, onUploaded, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('stop-form');
  const [typed, setTyped] = useState<string | null>(null);
  const [count, setCount] = useState(firstPhotoCount);
  const [chosen, setChosen] = useState<Photo | null>(null);
  const source = photoSourceOf({ typed: useDebounced(typed, pause), words, itineraryId, stopQuery, place });
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
      {/* The upload comes first, because the writer's own picture shows more of a place than any other. */}
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
            setCount(firstPhotoCount);
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
        onMore={() => setCount(maxPhotoCount)}
      />
    </Dialog>
  );
}
