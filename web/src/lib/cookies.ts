const daySeconds = 86_400;

/** Value of a cookie; null when it is not set or malformed. */
export function readCookie(name: string, cookies: string = document.cookie): string | null {
  const entry = cookies.split('; ').find((one) => one.startsWith(`${name}=`));
  if (entry === undefined) return null;
  try {
    return decodeURIComponent(entry.slice(name.length + 1));
  } catch {
    // Malformed percent-encoding, which `writeCookie` never writes.
    return null;
  }
}

/** Sets a cookie for a number of days. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // Firefox ESR lacks the Cookie Store API.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * daySeconds}; samesite=lax${secure}`;
}
