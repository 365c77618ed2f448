/** No part of the API's description. */
export const hidden = { schema: { hide: true } as object } as const; // the field is the documentation plugin's own
/** Nor counted: the product itself is the caller, or who tries it. */
export const hiddenAndFree = { ...hidden, config: { counted: { as: 'nothing' } } } as const;
