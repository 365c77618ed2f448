/** Nothing that the API sends is to be shown as a page, framed, or taken for another type. Pages bring headers of their own. */
export const apiHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const;

/** Of every JSON answer. It depends on who asks: a cache on the way must not mix people up. */
export const jsonHeaders = { ...apiHeaders, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' } as const;
