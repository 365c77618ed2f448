import { safeReturnPath } from '@waystory/client/identity/return-path.ts';

/** Longest return path, characters, with room for added parameters. */
const longest = 1_900;
/** Parameters that a return path omits: this browser stores drafts, and the order is known after the payment. */
const passing = ['order', 'payment', 'returnTo', 'chat-input'] as const;

/** The current page as a return path. */
export function returnPathOfPage(href: string, origin: string): string {
  const url = URL.parse(href, origin);
  if (!url) return '/profile';
  for (const name of passing) url.searchParams.delete(name);
  const path = `${url.pathname}${url.search}`;
  return path.length > longest ? url.pathname : path;
}

/** Return path after a purchase on this page: the page that linked here, else this one. */
export function returnPathAfterPayment(href: string, origin: string): string {
  const from = safeReturnPath(URL.parse(href, origin)?.searchParams.get('returnTo'), origin);
  return returnPathOfPage(from ?? href, origin);
}
