/** Path and query to come back to after signing in; null unless they are of this product, so that nobody can be sent elsewhere. */
export function safeReturnPath(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, origin);
  // A path that was `/.//host` begins with two slashes by now, and by itself names another host.
  return url && url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** What the browser's history held of the page on which a sign-in began. */
export const entryOf = (state: unknown): unknown => (typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null);

/** Path in the state that a sign-in brought back. */
export function returnPathOf(state: unknown, origin: string): string | null {
  if (state === undefined || state === null) return null;
  if (typeof state !== 'object' || !('redirectUrl' in state)) {
    console.error('Failed to parse auth state');
    return null;
  }
  return safeReturnPath(state.redirectUrl, origin);
}
