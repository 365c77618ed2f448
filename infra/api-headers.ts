/** API answers must not be rendered as a page, framed, or sniffed as another type. Pages have headers of their own. */
export const apiHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const;

/** Headers of every answer. HSTS binds an https site to https for a year. */
export const securityHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...apiHeaders,
  ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});

const contentType = 'application/json; charset=utf-8';
/** Headers of a JSON answer that is the same for everyone. Only the browser may store it, and revalidates it each time. */
export const publicHeaders = { ...apiHeaders, 'content-type': contentType, 'cache-control': 'private, no-cache' } as const;
/** Headers of a JSON answer to a signed-in person. No cache may store it. */
export const privateHeaders = { ...apiHeaders, 'content-type': contentType, 'cache-control': 'no-store' } as const;
