import type { itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { z } from 'zod';
import { escapeHtml, safeJson } from './markup.ts';

/** Metadata of a page for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** Path of the canonical URL. */
  path: string;
  image: string | null;
  /** Open Graph type. */
  type: 'website' | 'article';
  /** schema.org description as JSON-LD. */
  linkedData?: Record<string, unknown>;
  /** True to exclude the page from search engines. */
  unlisted?: boolean;
}

/** Longest description, characters, because previews cut longer ones. */
const descriptionLength = 200;

const shortened = (text: string): string => (text.length <= descriptionLength ? text : `${text.slice(0, descriptionLength - 1).trimEnd()}…`);

/** Open Graph, Twitter card, canonical link and JSON-LD of a page. */
export function headMarkup({ title, description, path, image, type, linkedData, unlisted }: PageHead, origin: string): string {
  const url = Object.assign(new URL(origin), { pathname: path }).href;
  const text = shortened(description);
  // Older stories may contain invalid picture URLs.
  const picture = image && URL.canParse(image, origin) ? new URL(image, origin).href : null;
  const meta = (attribute: 'name' | 'property', key: string, value: string): string =>
    `<meta ${attribute}="${key}" content="${escapeHtml(value)}" />`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', text),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:site_name', 'Waystory'),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title),
    meta('property', 'og:description', text),
    meta('property', 'og:url', url),
    ...(picture ? [meta('property', 'og:image', picture)] : []),
    meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
    ...(unlisted ? [meta('name', 'robots', 'noindex')] : []),
    ...(linkedData ? [`<script type="application/ld+json">${safeJson({ '@context': 'https://schema.org', ...linkedData })}</script>`] : []),
  ].join('\n    ');
}

type Story = z.output<typeof itineraryView>;

const authorOf = ({ accountUserName }: Story) => (accountUserName ? { '@type': 'Person', name: accountUserName } : undefined);

const placeOf = ({ title, placeName, isLocated, coordinates: { latitude, longitude } }: Stop) => ({
  '@type': 'Place',
  name: placeName ?? title,
  ...(isLocated && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
});

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Metadata of the page of an itinerary, with its first 50 stops as a schema.org TouristTrip. */
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

/** Metadata of the page of a stop, as a schema.org TouristAttraction. */
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
