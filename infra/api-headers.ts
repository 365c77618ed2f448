/** Nothing that the API sends is to be shown as a page, framed, or taken for another type. Pages bring headers of their own. */
export const apiHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const;

/** Of every answer, whatever it is; an address of https is to be asked for nothing but https for a year. */
export const safeHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...apiHeaders,
  ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});

const contentType = 'application/json; charset=utf-8';
/** Of a JSON answer that everyone gets. It may be kept, and is asked for again each time. */
export const publicHeaders = { ...apiHeaders, 'content-type': contentType, 'cache-control': 'private, no-cache' } as const;
/** Of a JSON answer to somebody who is signed in: it is theirs alone, and kept nowhere on the way. */
export const privateHeaders = { ...apiHeaders, 'content-type': contentType, 'cache-control': 'no-store' } as const;
