import { escapeHtml, safeJson } from './markup.ts';

/** Metadata of a page for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** Path without the origin. */
  path: string;
  image: string | null;
  /** Open Graph type. */
  type: 'website' | 'article';
  /** schema.org description as JSON-LD. */
  linkedData?: Record<string, unknown>;
  /** Asks search engines to leave the page out. */
  unlisted?: boolean;
}

/** Longest description that previews show, characters. */
const descriptionLength = 200;

const shortened = (text: string): string => (text.length <= descriptionLength ? text : `${text.slice(0, descriptionLength - 1).trimEnd()}…`);

/** Open Graph, Twitter card, canonical link and JSON-LD of a page. */
export function headMarkup({ title, description, path, image, type, linkedData, unlisted }: PageHead, origin: string): string {
  const url = Object.assign(new URL(origin), { pathname: path }).href;
  const text = shortened(description);
  // Older stories may hold invalid picture addresses.
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
