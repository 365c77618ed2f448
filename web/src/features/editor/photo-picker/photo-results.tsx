import type { UseQueryResult } from '@tanstack/react-query';
import type { Image as Photo } from '@waystory/proto/media/image.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { Check, ImageOff, Search } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { creditOf } from '../../../model/photo/photo.ts';
import { firstPhotoCount, maxPhotoCount } from './photos.query.ts';

interface PhotoResultsProps {
  photos: Pick<UseQueryResult<Photo[]>, 'data' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;
  /** The picture search has a source: a stop, an itinerary or words. */
  isAsked: boolean;
  /** Number of requested pictures. */
  count: number;
  url: string | null;
  onChoose: (photo: Photo) => void;
  onTake: (photo: Photo) => void;
  onMore: () => void;
}

/** Search results, or the reason for their absence. A live region announces changes. */
export function PhotoResults({ photos, isAsked, count, url, onChoose, onTake, onMore }: PhotoResultsProps) {
  const { t } = useTranslation('stop-form');
  const { data, isError, isFetching, isPlaceholderData } = photos;
  const isMoreComing = isPlaceholderData && count > firstPhotoCount;
  const isLoading = isFetching && !isMoreComing && (isPlaceholderData || !data);
  const results = isAsked && !isLoading && !isError ? (data ?? null) : null;
  const status = results && (results.length > 0 ? t('photo.found', { count: results.length }) : t('photo.noneTitle'));
  const canAskMore = count < maxPhotoCount && (results?.length ?? 0) >= count;
  return (
    <div className="mt-5 min-h-80">
      <p role="status" className="sr-only">
        {isLoading ? t('photo.loading') : status}
      </p>
      {isLoading && <PhotoGridSkeleton count={firstPhotoCount} />}
      {!isAsked && <EmptyState headingLevel={3} icon={<Search />} title={t('photo.wordsTitle')} text={t('photo.wordsText')} className="py-6" />}
      {isAsked && isError && !isLoading && (
        <ErrorState
          headingLevel={3}
          title={t('photo.failedTitle')}
          text={t('photo.failedText')}
          onRetry={() => void photos.refetch()}
          className="py-6"
        />
      )}
      {results?.length === 0 && (
        <EmptyState headingLevel={3} icon={<ImageOff />} title={t('photo.noneTitle')} text={t('photo.noneText')} className="py-6" />
      )}
      {results && results.length > 0 && (
        <>
          <PhotoGrid photos={results} url={url} onChoose={onChoose} onTake={onTake} waiting={isMoreComing ? count - results.length : 0} />
          {(canAskMore || isMoreComing) && (
            <div className="mt-4 flex justify-center">
              <Button variant="secondary" size="sm" loading={isMoreComing} onClick={onMore}>
                {t('photo.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

const gridStyles = 'grid grid-cols-2 gap-3 p-1 sm:grid-cols-3';

interface PhotoGridProps {
  photos: readonly Photo[];
  /** URL of the selected photo. */
  url: string | null;
  onChoose: (photo: Photo) => void;
  /** Selects and confirms a photo at once. */
  onTake: (photo: Photo) => void;
  /** Number of skeletons for pictures still loading. */
  waiting: number;
}

/** Pictures as a radio group: one tab stop, and arrow keys in both directions. */
function PhotoGrid({ photos, url, onChoose, onTake, waiting }: PhotoGridProps) {
  const { t } = useTranslation('stop-form');
  const group = useRef<HTMLDivElement>(null);
  const chosen = photos.findIndex((photo) => photo.url === url);

  const press = (event: KeyboardEvent, index: number): void => {
    const radios = [...(group.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])];
    const columns = radios.filter(({ offsetTop }) => offsetTop === radios[0]?.offsetTop).length || 1;
    const to = gridTargetIndex(event.key, index, photos.length, columns);
    const photo = to === null ? undefined : photos[to];
    if (to === null || !photo) return;
    event.preventDefault();
    radios[to]?.focus();
    onChoose(photo);
  };
  return (
    <div ref={group} role="radiogroup" aria-label={t('photo.results')} className={gridStyles}>
      {photos.map((photo, index) => (
        <div key={photo.id}>
          {/* biome-ignore lint/a11y/useSemanticElements: an input cannot hold a picture */}
          <button
            type="button"
            role="radio"
            aria-checked={index === chosen}
            aria-label={t('photo.result', { number: index + 1, description: photo.description ?? photo.attribution })}
            tabIndex={index === Math.max(0, chosen) ? 0 : -1}
            onClick={() => onChoose(photo)}
            onDoubleClick={() => onTake(photo)}
            onKeyDown={(event) => press(event, index)}
            className={cn(
              'relative block w-full overflow-hidden rounded-card transition-shadow duration-fast',
              index === chosen ? 'ring-3 ring-teal ring-offset-2 ring-offset-raised' : 'hover:ring-2 hover:ring-line-strong',
            )}
          >
            <Image src={photo.previewUrl} alt="" ratio="3 / 2" illustration={photo.source === 'illustration'} />
            {index === chosen && (
              <Check aria-hidden="true" className="absolute top-2 left-2 z-1 size-7 rounded-full bg-teal p-1.5 text-teal-ink shadow-float" />
            )}
          </button>
          <Credit photo={photo} />
        </div>
      ))}
      {waiting > 0 && <WaitingPhotos count={waiting} />}
    </div>
  );
}

/** The credit is beside the button, because a link inside a button is not reachable. */
function Credit({ photo }: { photo: Photo }) {
  const credit = creditOf(photo);
  return credit && <PhotoCredit credit={credit} className="mt-1 block truncate px-1 text-[0.6875rem] text-muted leading-4" />;
}

const WaitingPhotos = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, place) => place).map((place) => <Skeleton key={place} className="aspect-3/2 rounded-card" />);

/** Skeletons with the size of the pictures, so the layout stays. */
const PhotoGridSkeleton = ({ count }: { count: number }) => (
  <div className={gridStyles}>
    <WaitingPhotos count={count} />
  </div>
);

/**
 * Index that a key leads to in a grid filled row by row. Null for other keys, and where a key leads to no other cell.
 * @param columns Number of columns, at least 1.
 */
export function gridTargetIndex(key: string, index: number, count: number, columns: number): number | null {
  const to = targetOf(key, index, count, columns);
  return to !== null && to >= 0 && to < count && to !== index ? to : null;
}

function targetOf(key: string, index: number, count: number, columns: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return index + 1;
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowDown':
      return index + columns;
    case 'ArrowUp':
      return index - columns;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
