import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { ArrowRight, Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { boundsOfEdges } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { placeNamed } from './search.query.ts';

/** How much of the map to show around what was found, degrees from edge to edge. */
const spans: Readonly<Record<string, number>> = { country: 8, region: 3, place: 0.4 };
const usualSpan = 0.08;

function boundsOf({ featureType, coordinates: { latitude, longitude } }: PlaceFind): MapBounds {
  const half = (spans[featureType ?? ''] ?? usualSpan) / 2;
  return boundsOfEdges(longitude - half, latitude - half, longitude + half, latitude + half);
}

/** The city, country or sight that the words name, and the way to it on the map; nothing where they name none. */
export function PlaceLead({ q }: { q: string }) {
  const { t } = useTranslation('search');
  const { data: place } = useQuery(placeNamed(q));
  if (!place) return null;
  return (
    <Link
      to="/"
      search={{ bounds: boundsOf(place) }}
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
  const { data: place } = useQuery(placeNamed(q));
  return (
    <LinkButton asChild variant="secondary" icon={<MapIcon aria-hidden="true" />}>
      <Link to="/" search={place ? { bounds: boundsOf(place) } : {}}>
        {place ? t('onMap', { place: place.name }) : t('toMap')}
      </Link>
    </LinkButton>
  );
}
