/** Hides a route from the API's description. */
export const hidden = { schema: { hide: true } as object } as const; // the field is the documentation plugin's own
/** Hides a route and exempts it from rate limits, because its caller is the product itself or a monitor. */
export const hiddenAndFree = { ...hidden, config: { counted: { as: 'nothing' } } } as const;
/** Hides a route and limits its rate like that of the files of pages. */
export const hiddenFile = { ...hidden, config: { counted: { as: 'file' } } } as const;
