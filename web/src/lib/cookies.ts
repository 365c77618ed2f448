const daySeconds = 86_400;

/** Value of a cookie of this site; null when it is not set. */
export function readCookie(name: string, cookies: string = document.cookie): string | null {
  const entry = cookies.split('; ').find((one) => one.startsWith(`${name}=`));
  if (entry === undefined) return null;
  try {
    return decodeURIComponent(entry.slice(name.length + 1));
  } catch {
    // Nothing that this site wrote.
    return null;
  }
}

/** Sets a cookie of this site for so many days. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // The Cookie Store API is missing in Firefox ESR, so the old way it is.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * daySeconds}; samesite=lax${secure}`;
}
