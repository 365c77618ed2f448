/** No part of the API's description. */
export const hidden = { schema: { hide: true } as object } as const; // the field is the documentation plugin's own
/** Nor counted: the product itself is the caller, or whoever watches it. */
export const hiddenAndFree = { ...hidden, config: { counted: { as: 'nothing' } } } as const;
/** And counted as the files that pages consist of. */
export const hiddenFile = { ...hidden, config: { counted: { as: 'file' } } } as const;
