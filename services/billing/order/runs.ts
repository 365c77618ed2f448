/** Id of the workflow run of an order's checkout. */
export const checkoutRunId = (orderId: string): string => `checkout:${orderId}`;
/** Id of a run for later news of an order, such as a refund or dispute, by its cause. */
export const orderUpdateRunId = (orderId: string, cause: string): string => `order-update:${orderId}:${cause}`;
