/** Path, query and fragment to return to after a sign-in. Null unless `value` is an absolute path on this origin, to prevent open redirects. */
export function safeReturnPath(value: unknown, origin: string): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, origin);
  // Refused, because `/.//host` is normalized to `//host`, a URL of another host.
  return url && url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** History entry of the page where a sign-in began. */
export const historyEntryOf = (state: unknown): unknown => (typeof state === 'object' && state !== null && 'entry' in state ? state.entry : null);

/** Return path in the state of a sign-in; null for a missing or invalid state, and for another site. */
export function returnPathOf(state: unknown, origin: string): string | null {
  if (state === undefined || state === null) return null;
  if (typeof state !== 'object' || !('redirectUrl' in state)) {
    console.error('Failed to parse auth state');
    return null;
  }
  return safeReturnPath(state.redirectUrl, origin);
}
