import { useQueryClient } from '@tanstack/react-query';
import type { Image as Photo } from '@waystory/proto/media/image.ts';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import type { KnownPlace } from './known-place.ts';
import { PhotoDialog } from './photo-dialog.tsx';
import { chosenImage } from './photos.query.ts';

/** A picture as a stop or an itinerary keeps it. */
export interface ChosenPhoto {
  imageUrl: string;
  imageId: string | null;
}

/** Inputs of the picture search. */
export interface PhotoWords {
  /** Default search words, until the user types others. */
  words: string;
  /** Asks with what the server knows of this itinerary. */
  itineraryId?: string | undefined;
  /** Location query: the stop of that itinerary, in words. */
  stopQuery?: string | undefined;
  /** Other facts about the place. */
  place?: KnownPlace | undefined;
}

interface PhotoOpenerProps extends PhotoWords {
  /** Address of the current picture. */
  url: string | null;
  /** @param file An upload from this device; undefined for a found picture. */
  onPick: (photo: ChosenPhoto, file?: File) => void;
  /** The button that opens the dialog. */
  children: (opener: { ref: Ref<HTMLButtonElement>; onClick: () => void; focus: () => void }) => ReactNode;
}

/** Opens the picture dialog; closing it returns the focus to its button. */
export function PhotoOpener({ words, itineraryId, stopQuery, place, url, onPick, children }: PhotoOpenerProps) {
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The dialog may be opened by something other than its trigger, so focus goes to the present button.
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
