import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button } from '@waystory/ui/button.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Sheet } from '@waystory/ui/sheet.tsx';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DirectionsButton } from '../../model/place/directions-button.tsx';
import { placeAddressOf, placeTitleOf } from '../../model/place/place-summary.ts';
import { placeRecord, placeStops } from './place.query.ts';
import { PlaceDetails } from './place-details.tsx';

export interface PlaceSheetProps {
  placeId: string;
  onClose: () => void;
  /** Receives the coordinates of the place, once known. */
  onLocate: (coordinates: Coordinates) => void;
  /** Shows the coordinates on the map; null without a map. */
  onViewOnMap: ((coordinates: Coordinates) => void) | null;
}

/** spec 2.8: sheet with everything about one place. Bottom sheet on mobile; side sheet on desktop, where the map stays interactive. */
export function PlaceSheet({ placeId, onClose, onLocate, onViewOnMap }: PlaceSheetProps) {
  const { t } = useTranslation('place');
  const isDesktop = useIsDesktop();
  const stops = useQuery(placeStops(placeId));
  const place = useQuery(placeRecord(placeId));
  const stopList = stops.data ?? [];
  const record = place.data ?? undefined;
  const title = placeTitleOf(stopList, record);
  const address = placeAddressOf(stopList, record);
  const coordinates = record?.coordinates ?? stopList[0]?.coordinates;
  useEffect(() => {
    if (coordinates) onLocate(coordinates);
  }, [coordinates, onLocate]);
  const isFailed = stops.isError && !stops.data;
  const viewOnMap = (): void => {
    if (coordinates) onViewOnMap?.(coordinates);
    if (!isDesktop) onClose();
  };
  return (
    <Sheet
      open
      modal={!isDesktop}
      onOpenChange={(open) => !open && onClose()}
      title={title ? <PlaceHeading {...title} /> : isFailed ? t('failed') : t('loading')}
      description={
        address && (
          <span className="flex items-start gap-1.5">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {address}
          </span>
        )
      }
      footer={<PlaceActions coordinates={coordinates} name={title?.title} onViewOnMap={onViewOnMap && viewOnMap} />}
    >
      <PlaceBody stops={stops} place={record} />
    </Sheet>
  );
}

interface PlaceActionsProps {
  coordinates: Coordinates | undefined;
  name: string | undefined;
  onViewOnMap: (() => void) | null;
}

function PlaceActions({ coordinates, name, onViewOnMap }: PlaceActionsProps) {
  const { t } = useTranslation('place');
  return (
    <div className="flex gap-2.5">
      <DirectionsButton coordinates={coordinates} name={name} />
      {onViewOnMap && (
        <Button variant="secondary" className="flex-1" disabled={!coordinates} onClick={onViewOnMap}>
          {t('viewOnMap')}
        </Button>
      )}
    </div>
  );
}

function PlaceBody({ stops: { data, isError, isFetching, refetch }, place }: { stops: UseQueryResult<StopView[]>; place: Place | undefined }) {
  const { t } = useTranslation('place');
  if (data)
    return data.length > 0 ? <PlaceDetails stops={data} place={place} /> : <EmptyState icon={<MapPin />} title={t('empty')} text={t('emptyText')} />;
  if (isError) return <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => void refetch()} retrying={isFetching} />;
  return <PlaceSkeleton />;
}

function PlaceHeading({ title, more }: { title: string; more: number }) {
  const { t } = useTranslation('place');
  return (
    <>
      {title}
      {more > 0 && <span className="ml-2 whitespace-nowrap font-semibold text-muted text-small">{t('more', { count: more })}</span>}
    </>
  );
}

const PlaceSkeleton = () => (
  <SkeletonGroup className="space-y-6">
    <Skeleton className="h-14" />
    <div className="flex gap-3 overflow-hidden">
      <Skeleton className="h-36 w-48 shrink-0 rounded-photo" />
      <Skeleton className="h-36 w-48 shrink-0 rounded-photo" />
      <Skeleton className="h-36 w-48 shrink-0 rounded-photo" />
    </div>
    <SkeletonText lines={4} />
  </SkeletonGroup>
);
