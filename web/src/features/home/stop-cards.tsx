import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '@waystory/client/api.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { ArrowRight, X } from 'lucide-react';
import { memo, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { coverOf, photoOf } from '../../model/photo/photo.ts';
import { LocatorMap, locationOfStop } from '../../model/place/locator-map.tsx';
import { keys } from '../../model/queries/keys.ts';
import { CardCredit, CardFacts, CardFrame, cardStyles } from './card-frame.tsx';
import { type CardsLayout, cardsStatusOf } from './cards-layout.ts';
import { previewStops } from './home.query.ts';

const head = (id: string) =>
  queryOptions({ queryKey: keys.itineraryHead(id), queryFn: () => api.getItinerary({ params: { id }, query: {} }), staleTime: 60_000 });

/** Lead card of the previewed itinerary, with a link to its story and a button back to all cards. */
function PreviewCard({ itineraryId, onClose }: { itineraryId: string; onClose: () => void }) {
  const { t } = useTranslation('home');
  const { data } = useQuery(head(itineraryId));
  const photo = data ? coverOf(data, 'card') : null;
  return (
    <div className="relative h-full">
      <Link data-card="" to="/itineraries/$id" params={{ id: itineraryId }} className={cardStyles}>
        <CardFrame photo={photo} isNarrow isFirst={false} title={data?.title ?? t('story')}>
          <CardFacts className="font-semibold">
            {t('openStory')}
            {/* No arrow above a credit, because the text would wrap into the line of the credit. */}
            {!photo?.credit && <ArrowRight aria-hidden="true" />}
          </CardFacts>
        </CardFrame>
      </Link>
      <CardCredit photo={photo} isNarrow />
      <button
        type="button"
        aria-label={t('backToCards')}
        title={t('backToCards')}
        className="focus-on-photo hit-area absolute! top-2.5 left-2.5 grid size-9 place-items-center rounded-full bg-[#0e1626]/70 text-white backdrop-blur-sm transition-colors duration-fast hover:bg-white hover:text-[#0e1626]"
        onClick={onClose}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}

interface StopCardProps {
  stop: StopView;
  /** Position among the stops, from 1. */
  number: number;
  onOpen: (stop: StopView) => void;
}

/** Card of a stop of the previewed itinerary. A click opens the place of the stop. */
const StopCard = memo(function StopCard({ stop, number, onOpen }: StopCardProps) {
  const town = stop.addressCity ?? stop.addressCountry ?? stop.placeFullName;
  const photo = photoOf(stop, 'card');
  return (
    <div className="relative h-full">
      <button type="button" data-card="" className={cardStyles} onClick={() => onOpen(stop)}>
        <CardFrame
          photo={photo}
          isFirst={false}
          title={stop.title}
          ground={<LocatorMap at={locationOfStop(stop)} isOnDark className="absolute inset-0 size-full" />}
          mark={
            <span className="grid size-7 place-items-center rounded-full bg-[#c2343f] font-bold text-caption text-white tabular-nums">{number}</span>
          }
        >
          <CardFacts>
            <span className="truncate">{town}</span>
          </CardFacts>
        </CardFrame>
      </button>
      <CardCredit photo={photo} />
    </div>
  );
});

interface StopCardsProps {
  layout: CardsLayout;
  itineraryId: string;
  wantsFocus: RefObject<boolean>;
  onOpen: (stop: StopView) => void;
  onClose: () => void;
}

const none: readonly StopView[] = [];

/** Cards of the stops of the previewed itinerary, in the order of the stops. */
export function StopCards({ layout: Layout, itineraryId, wantsFocus, onOpen, onClose }: StopCardsProps) {
  const { t } = useTranslation('home');
  const query = useQuery(previewStops(itineraryId));
  const stops = query.data?.items ?? none;
  const items = useMemo(
    () => stops.map((stop, place) => ({ key: stop.id, card: <StopCard stop={stop} number={place + 1} onOpen={onOpen} /> })),
    [stops, onOpen],
  );
  const status = cardsStatusOf(query);
  return (
    <Layout
      label={t('stopsLabel')}
      announcement={status === 'ready' ? t('stopsOnMap', { count: stops.length }) : ''}
      status={status}
      lead={<PreviewCard itineraryId={itineraryId} onClose={onClose} />}
      items={items}
      empty={<p className="flex h-full items-center px-5 font-semibold text-small">{t('noStops')}</p>}
      isStale={false}
      onRetry={() => void query.refetch()}
      wantsFocus={wantsFocus}
    />
  );
}
