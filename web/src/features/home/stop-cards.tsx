import { useQuery } from '@tanstack/react-query';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CardsLayout, statusOf } from './cards-layout.ts';
import { previewStops } from './home.query.ts';
import { ShownItineraryCard } from './shown-itinerary-card.tsx';
import { StopCard } from './stop-card.tsx';

export interface StopCardsProps {
  layout: CardsLayout;
  itineraryId: string;
  wantsFocus: RefObject<boolean>;
  onOpen: (stop: StopView) => void;
  onClose: () => void;
}

const none: readonly StopView[] = [];

/** The stops of the itinerary that is shown on the map, in their order. */
export function StopCards({ layout: Layout, itineraryId, wantsFocus, onOpen, onClose }: StopCardsProps) {
  const { t } = useTranslation('home');
  const query = useQuery(previewStops(itineraryId));
  const stops = query.data?.items ?? none;
  const items = useMemo(
    () => stops.map((stop, place) => ({ key: stop.id, card: <StopCard stop={stop} number={place + 1} onOpen={onOpen} /> })),
    [stops, onOpen],
  );
  const status = statusOf(query);
  return (
    <Layout
      label={t('stopsLabel')}
      announcement={status === 'ready' ? t('stopsOnMap', { count: stops.length }) : ''}
      status={status}
      lead={<ShownItineraryCard itineraryId={itineraryId} onClose={onClose} />}
      items={items}
      empty={<p className="flex h-full items-center px-5 font-semibold text-small">{t('noStops')}</p>}
      isStale={false}
      onRetry={() => void query.refetch()}
      wantsFocus={wantsFocus}
    />
  );
}
