/** Hides a route from the API's description. */
export const hiddenRoute = { schema: { hide: true } as object } as const; // the field is the documentation plugin's own
/** Hides a route and exempts it from rate limits, because its caller is the product itself or a monitor. */
export const hiddenUnlimitedRoute = { ...hiddenRoute, config: { counted: { as: 'nothing' } } } as const;
/** Hides a route and limits its rate like that of the files of pages. */
export const hiddenFileRoute = { ...hiddenRoute, config: { counted: { as: 'file' } } } as const;
