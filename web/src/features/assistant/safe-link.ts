/** A link that may be followed; `host` is null within the product. */
export interface SafeLink {
  href: string;
  host: string | null;
}

/** What an address in somebody's text leads to; null for one that no link may have. */
export function linkOf(href: string, origin: string): SafeLink | null {
  if (!URL.canParse(href, origin)) return null;
  const url = new URL(href, origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // A name before the host looks like a host.
  if (url.username || url.password) return null;
  return url.origin === origin ? { href: `${url.pathname}${url.search}${url.hash}`, host: null } : { href: url.href, host: url.host };
}
