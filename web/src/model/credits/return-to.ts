import { safeReturnPath } from '@waystory/client/identity/return-path.ts';

/** Longest path that the product sends somebody back to, with room for what it adds. */
const longest = 1_900;
/** The address needs neither: drafts are kept in this browser, and the order is known by then. */
const passing = ['order', 'payment', 'returnTo', 'chat-input'] as const;

/** The page itself as one comes back to it later. */
export function thisPage(href: string, origin: string): string {
  const url = URL.parse(href, origin);
  if (!url) return '/profile';
  for (const name of passing) url.searchParams.delete(name);
  const path = `${url.pathname}${url.search}`;
  return path.length > longest ? url.pathname : path;
}

/** Where somebody goes on who has bought credits on this page: where they came from for them, else here. */
export function afterPayment(href: string, origin: string): string {
  const from = safeReturnPath(URL.parse(href, origin)?.searchParams.get('returnTo'), origin);
  return thisPage(from ?? href, origin);
}
