import type { itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { z } from 'zod';
import type { PageHead } from './page-head.ts';

type Story = z.output<typeof itineraryView>;

const authorOf = ({ accountUserName }: Story) => (accountUserName ? { '@type': 'Person', name: accountUserName } : undefined);

const placeOf = ({ title, placeName, isLocated, coordinates: { latitude, longitude } }: Stop) => ({
  '@type': 'Place',
  name: placeName ?? title,
  ...(isLocated && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
});

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Metadata of an itinerary's page, with its stops as a schema.org TouristTrip. */
export function itineraryHead(story: Story): PageHead {
  const { stops = [] } = story;
  const countries = story.countries.map(({ name }) => name).join(', ');
  const description =
    story.shortDescription ??
    story.description ??
    `${counted(story.daysCount, 'day')} and ${counted(story.stopsCount, 'stop')} in ${countries || 'the world'}.`;
  return {
    title: `${story.title} · Waystory`,
    description,
    path: `/itineraries/${story.id}`,
    image: story.imageUrl,
    type: 'article',
    unlisted: story.visibility !== 'PUBLIC',
    linkedData: {
      '@type': 'TouristTrip',
      name: story.title,
      description,
      ...(authorOf(story) && { author: authorOf(story) }),
      itinerary: {
        '@type': 'ItemList',
        numberOfItems: story.stopsCount,
        itemListElement: stops.slice(0, 50).map((stop, index) => ({ '@type': 'ListItem', position: index + 1, item: placeOf(stop) })),
      },
    },
  };
}

/** Metadata of a stop's page. */
export function stopHead(stop: Stop, story: Story): PageHead {
  const where = [stop.placeName, stop.addressCity, stop.addressCountry].filter(Boolean).join(', ');
  return {
    title: `${stop.title} · ${story.title} · Waystory`,
    description: stop.description ?? stop.highlight ?? where,
    path: `/itineraries/${story.id}/stops/${stop.id}`,
    image: stop.imageUrl ?? story.imageUrl,
    type: 'article',
    unlisted: story.visibility !== 'PUBLIC',
    linkedData: { ...placeOf(stop), '@type': 'TouristAttraction', ...(stop.description && { description: stop.description }) },
  };
}
