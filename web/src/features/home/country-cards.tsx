import { useQuery } from '@tanstack/react-query';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { memo, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapBounds } from '../../lib/search-params.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import { photoOf } from '../../model/photo/photo.ts';
import { CardFacts, CardFrame, cardStyles } from './card-frame.tsx';
import { type CardsLayout, statusOf } from './cards-layout.ts';
import { NothingHere } from './nothing-here.tsx';
import { ToursCard } from './tours-card.tsx';

interface CountryCardProps {
  country: CountryInView;
  isFirst: boolean;
  onOpen: (country: CountryInView) => void;
}

/** A country and how much there is to see; opens its part of the map. */
const CountryCard = memo(function CountryCard({ country, isFirst, onOpen }: CountryCardProps) {
  const { t } = useTranslation('home');
  const { code, name, imageUrl, itinerariesCount, stopsCount } = country;
  const flag = `/flags/${code}.svg`;
  return (
    <button type="button" data-card="" className={cardStyles} onClick={() => onOpen(country)}>
      <CardFrame
        photo={photoOf({ imageUrl: imageUrl ?? flag, image: null }, 'card')}
        isFirst={isFirst}
        title={name}
        mark={
          imageUrl && (
            <img src={flag} alt="" width="30" height="20" className="h-5 w-7.5 rounded-[0.3125rem] object-cover shadow-lift ring-1 ring-white/50" />
          )
        }
      >
        <CardFacts>
          {t('itineraries', { count: itinerariesCount })} <span aria-hidden="true">·</span> {t('stops', { count: stopsCount })}
        </CardFacts>
      </CardFrame>
    </button>
  );
});

interface CountryCardsProps {
  layout: CardsLayout;
  bounds: MapBounds | null;
  wantsFocus: RefObject<boolean>;
  onOpen: (country: CountryInView) => void;
  onLeave: () => void;
}

const none: readonly CountryInView[] = [];

/** At low zoom levels the cards are countries (spec 2.7). */
export function CountryCards({ layout: Layout, bounds, wantsFocus, onOpen, onLeave }: CountryCardsProps) {
  const { t } = useTranslation('home');
  const query = useQuery(countriesInView(bounds));
  const countries = query.data?.items ?? none;
  const items = useMemo(
    () => countries.map((country, place) => ({ key: country.id, card: <CountryCard country={country} isFirst={place === 0} onOpen={onOpen} /> })),
    [countries, onOpen],
  );
  const status = statusOf(query);
  return (
    <Layout
      label={t('countriesLabel')}
      announcement={status === 'ready' ? t('countriesInView', { count: countries.length }) : ''}
      status={status}
      lead={<ToursCard startId={undefined} />}
      items={items}
      empty={<NothingHere onLeave={onLeave} />}
      isStale={query.isPlaceholderData}
      onRetry={() => void query.refetch()}
      wantsFocus={wantsFocus}
    />
  );
}
