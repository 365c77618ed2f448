/** Id of the run that sees an order from its beginning to its end. */
export const checkoutRun = (orderId: string): string => `checkout:${orderId}`;
/** Id of a run for what becomes known of an order beside that, by what it is that does. */
export const orderUpdateRun = (orderId: string, cause: string): string => `order-update:${orderId}:${cause}`;
