/** A link that may be followed; `host` is null within the product. */
export interface SafeLink {
  href: string;
  host: string | null;
}

/** Target of an address in user text; null if no link may have it. */
export function linkOf(href: string, origin: string): SafeLink | null {
  if (!URL.canParse(href, origin)) return null;
  const url = new URL(href, origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // A name before the host looks like a host.
  if (url.username || url.password) return null;
  return url.origin === origin ? { href: `${url.pathname}${url.search}${url.hash}`, host: null } : { href: url.href, host: url.host };
}
