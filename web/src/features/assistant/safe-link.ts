/** A link that may be followed; `host` is null within the product. */
export interface SafeLink {
  href: string;
  host: string | null;
}

/** Safe link to a URL in user text. Null for a malformed URL, for credentials in the URL, and for schemes other than HTTP and HTTPS. */
export function safeLinkOf(href: string, origin: string): SafeLink | null {
  if (!URL.canParse(href, origin)) return null;
  const url = new URL(href, origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // A user name before the host looks like a host, as in `https://waystory.example@evil.example`.
  if (url.username || url.password) return null;
  return url.origin === origin ? { href: `${url.pathname}${url.search}${url.hash}`, host: null } : { href: url.href, host: url.host };
}
