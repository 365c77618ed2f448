import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../model/photo/photo.ts';
import { CardFacts, CardFrame, cardStyles } from './card-frame.tsx';

export interface CountryCardProps {
  country: CountryInView;
  isFirst: boolean;
  onOpen: (country: CountryInView) => void;
}

/** A country and how much there is to see; opens its part of the map. */
export const CountryCard = memo(function CountryCard({ country, isFirst, onOpen }: CountryCardProps) {
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
          {t('itineraries', { count: itinerariesCount })}
          <span aria-hidden="true">·</span>
          {t('stops', { count: stopsCount })}
        </CardFacts>
      </CardFrame>
    </button>
  );
});
