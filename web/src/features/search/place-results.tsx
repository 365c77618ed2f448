import { Link } from '@tanstack/react-router';
import type { PlaceOnMap, StoryPlace } from '@waystory/proto/itineraries/story-place.ts';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../model/photo/photo.ts';
import { iconOfPlace } from '../../model/place/place-icon.ts';
import { usePlaceKinds } from '../../model/place/place-kinds.ts';
import { MarkedText } from './highlight.tsx';
import { Credit, IconThumbnail, joined, ResultRow, resultLink, Thumbnail } from './result-row.tsx';
import type { SearchResult } from './search.query.ts';

/** Wording for the number of stories and stops. */
function useCounts(): (counts: Pick<PlaceOnMap, 'itinerariesCount' | 'stopsCount'>) => string {
  const { t } = useTranslation('search');
  return ({ itinerariesCount, stopsCount }) => {
    if (itinerariesCount === 0) return t('noStories');
    // Counts are unknown for a place without known bounds.
    if (itinerariesCount === null || stopsCount === null) return '';
    return joined(t('stories', { count: itinerariesCount }), t('stops', { count: stopsCount }));
  };
}

const whereOf = ({ name, addressCity, addressCountry }: StoryPlace): string =>
  [...new Set([addressCity, addressCountry])].filter((part) => part && part !== name).join(', ');

/** Result: a place with stories; links to its sheet. */
export function PlaceResult({ result: { entity, highlights } }: { result: SearchResult<'places'> }) {
  const { kindOf } = usePlaceKinds();
  const countsOf = useCounts();
  const { id, name, stop } = entity;
  const photo = photoOf(stop, 'thumbnail');
  const Icon = iconOfPlace(entity);
  // The title of the stop is shown only where it differs from the name of the place.
  const why = highlights.otherNames ?? highlights.highlight ?? highlights.description ?? (stop.title === name ? undefined : highlights.title);
  return (
    <>
      <Link to="/" search={{ place: id }} data-result className={resultLink}>
        <ResultRow
          picture={photo ? <Thumbnail photo={photo} /> : <IconThumbnail icon={<Icon aria-hidden="true" />} />}
          title={<MarkedText highlight={highlights.placeName} plain={name} />}
          facts={joined(kindOf(entity), whereOf(entity))}
          // A place with private stops alone is on no map.
          {...(entity.itinerariesCount > 0 && { counts: countsOf(entity) })}
          excerpt={<MarkedText highlight={why} plain={stop.highlight} />}
        />
      </Link>
      <Credit photo={photo} />
    </>
  );
}

/** A place that the words name, whether stories go there or not; leads to it on the map. */
export function PlaceOnMapResult({ place }: { place: PlaceOnMap }) {
  const { kindOf } = usePlaceKinds();
  const countsOf = useCounts();
  const { name, placeFormatted, featureType, address, bounds } = place;
  const Icon = iconOfPlace(place);
  const flag = featureType === 'country' && address.countryCode ? { src: `/flags/${address.countryCode}.svg` } : null;
  return (
    <Link to="/" search={{ bounds }} data-result className={resultLink}>
      <ResultRow
        picture={flag ? <Thumbnail photo={flag} /> : <IconThumbnail icon={<Icon aria-hidden="true" />} />}
        title={name}
        facts={joined(kindOf(place), placeFormatted)}
        counts={countsOf(place)}
      />
    </Link>
  );
}
