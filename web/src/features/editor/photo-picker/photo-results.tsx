import type { UseQueryResult } from '@tanstack/react-query';
import type { Image as Photo } from '@waystory/proto/media/image.ts';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { ImageOff, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PhotoGrid, PhotoGridSkeleton } from './photo-grid.tsx';
import { firstPhotos, mostPhotos } from './photos.query.ts';

interface PhotoResultsProps {
  photos: Pick<UseQueryResult<Photo[]>, 'data' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;
  /** The query has words to search with. */
  isAsked: boolean;
  /** Number of requested pictures. */
  count: number;
  url: string | null;
  onChoose: (photo: Photo) => void;
  onTake: (photo: Photo) => void;
  onMore: () => void;
}

/** The pictures that were found, or why there are none; changes are read out. */
export function PhotoResults({ photos, isAsked, count, url, onChoose, onTake, onMore }: PhotoResultsProps) {
  const { t } = useTranslation('stop-form');
  const { data, isError, isFetching, isPlaceholderData } = photos;
  const isMoreComing = isPlaceholderData && count > firstPhotos;
  const isLoading = isFetching && !isMoreComing && (isPlaceholderData || !data);
  const results = isAsked && !isLoading && !isError ? (data ?? null) : null;
  const status = results && (results.length > 0 ? t('photo.found', { count: results.length }) : t('photo.noneTitle'));
  const canAskMore = count < mostPhotos && (results?.length ?? 0) >= count;
  return (
    <div className="mt-5 min-h-80">
      <p role="status" className="sr-only">
        {isLoading ? t('photo.loading') : status}
      </p>
      {isLoading && <PhotoGridSkeleton count={firstPhotos} />}
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
