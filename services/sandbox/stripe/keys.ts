/** What the product shows the sandbox, and what signs its webhooks. No secrets: the sandbox answers its own machine only, and no money moves. */
export const sandboxKey = 'sk_test_waystory';
export const sandboxWebhookSecret = 'whsec_waystory_sandbox';

/** Where the sandbox is: Stripe's API below `/v1`, beside it the hosted page and the control route. */
export const basePath = '/sandbox/stripe';

/** The version of Stripe's API in which the sandbox answers: that of the SDK. */
export const apiVersion = '2026-10-28.endive';
/** Another one in which all that is answered here has the same shape: that of `stripe-mock`, by which it is checked. */
export const mockVersion = '2026-08-26.dahlia';

/** Where people pay a session. */
export const payPath = (sessionId: string): string => `${basePath}/pay/${sessionId}`;
