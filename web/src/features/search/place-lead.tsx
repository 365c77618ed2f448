import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlaceOnMap } from '@waystory/proto/itineraries/story-place.ts';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { ArrowRight, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { searchResults } from './search.query.ts';

/** Places that the words name, best first; none before they are known. */
function usePlacesOnMap(q: string): readonly PlaceOnMap[] {
  const { data, isPlaceholderData } = useInfiniteQuery(searchResults('places', q, {}));
  return (!isPlaceholderData && data?.pages[0]?.onMap) || [];
}

/** The city, country or sight that the words name, and the way to it on the map; nothing where they name none. */
export function PlaceLead({ q }: { q: string }) {
  const { t } = useTranslation('search');
  const [place] = usePlacesOnMap(q);
  if (!place) return null;
  return (
    <Link
      to="/"
      search={{ bounds: place.bounds }}
      data-result
      className="mb-2 flex min-h-14 items-center gap-3.5 rounded-card border border-line bg-sunken/60 px-4 py-2.5 transition-colors duration-fast hover:bg-sunken"
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-teal-soft text-teal-text">
        <MapIcon aria-hidden="true" className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{t('onMap', { place: place.name })}</span>
        {place.placeFormatted && <span className="block truncate text-small text-muted">{place.placeFormatted}</span>}
      </span>
      <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
    </Link>
  );
}

/** From an answer that holds nothing to the map, where the words mean a place if they name one. */
export function ToMap({ q }: { q: string }) {
  const { t } = useTranslation('search');
  const [place] = usePlacesOnMap(q);
  return (
    <LinkButton asChild variant="secondary" icon={<MapIcon aria-hidden="true" />}>
      <Link to="/" search={place ? { bounds: place.bounds } : {}}>
        {place ? t('onMap', { place: place.name }) : t('toMap')}
      </Link>
    </LinkButton>
  );
}
