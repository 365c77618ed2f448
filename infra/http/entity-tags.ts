/** A tag in a list; proxies that compress put a suffix into it or behind it. */
const listed = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"(?:(?:--?|;)\w+)?/;
const list = new RegExp(`^[ \\t,]*${listed.source}(?:[ \\t]*(?:,[ \\t]*)+${listed.source})*[ \\t,]*$`);
const each = new RegExp(listed, 'g');
/** One for each proxy on the way, and for each time that one of them did not take its own off. */
const suffix = /(?:(?:--?|[;:])(?:(?:x-)?gzip|br|brotli|deflate|zstd|dcb|dcz|df))+$/i;

/**
 * Tags of `If-Match` or `If-None-Match` (RFC 9110) without what proxies add: that they are weak, and a suffix for the compression.
 * `*` stands for any; null when a header is no list of tags.
 */
export function parseTags(header: string): '*' | readonly string[] | null {
  if (header.trim() === '*') return '*';
  if (!list.test(header)) return null;
  return Array.from(header.matchAll(each), ([, tag = '']) => tag.replace(suffix, ''));
}

/** Whether `If-None-Match` names this tag of ours, so that 304 is the answer; a header that is no list names none. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header === etag;
  const tags = parseTags(header);
  return tags === '*' || tags?.includes(etag.replace(/^W\//, '').slice(1, -1)) === true;
}

/** The same list without what proxies add; as it is where it is no list. */
export function plainTags(header: string): string {
  const tags = parseTags(header);
  return tags === null || tags === '*' ? header.trim() : tags.map((tag) => `"${tag}"`).join(', ');
}
