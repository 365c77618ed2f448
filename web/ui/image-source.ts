/** spec 9. Per cent, for providers that scale on demand. */
export const defaultQuality = 85;

/** Hosts that accept width and quality in the query. */
const scalingHosts = new Set(['images.unsplash.com', 'plus.unsplash.com']);

/** Requests this quality from a scaling provider; other URLs stay unchanged. */
export function withQuality(src: string, quality: number): string {
  if (!/^https?:/.test(src) || !URL.canParse(src)) return src;
  const url = new URL(src);
  if (!scalingHosts.has(url.host)) return src;
  url.searchParams.set('q', String(quality));
  return url.href;
}
