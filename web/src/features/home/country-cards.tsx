import { useQuery } from '@tanstack/react-query';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapBounds } from '../../lib/search-params.ts';
import { countriesInView } from '../../model/country/countries.query.ts';
import { type CardsLayout, statusOf } from './cards-layout.ts';
import { CountryCard } from './country-card.tsx';
import { NothingHere } from './nothing-here.tsx';
import { ToursCard } from './tours-card.tsx';

export interface CountryCardsProps {
  layout: CardsLayout;
  bounds: MapBounds | null;
  wantsFocus: RefObject<boolean>;
  onOpen: (country: CountryInView) => void;
  onLeave: () => void;
}

const none: readonly CountryInView[] = [];

/** From far away the cards are countries (spec 2.7). */
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
