import type { Stripe } from 'stripe';
import { EngineUnavailable } from '../errors.ts';
import { type CheckoutRequest, PaymentRefused, type Payments } from './port.ts';
import { orderIdOf, parseStripeEvent, parseWebhook, paymentOf, requireSignature } from './stripe/payment.ts';

export interface StripeOptions {
  apiKey: string;
  /** Webhook signing secrets; two are valid during a rotation. */
  webhookSecrets: readonly string[];
  /** API version; the SDK's version by default. */
  apiVersion?: string | undefined;
  /** Base URL of `/v1`, in place of Stripe's. */
  baseUrl?: string | undefined;
  /** Replaces the global `fetch`, for a sandbox within the same process. */
  fetch?: typeof fetch | undefined;
}

/** Timeout of one attempt, milliseconds. */
const timeout = 10_000;
/** Maximum number of retries of a request; the SDK reuses its idempotency key. */
const retries = 2;
/** Page size of lists. */
const pageSize = 100;
/** Largest number of refunds or disputes read for one payment, which is the SDK's maximum for all pages together. */
const mostListed = 10_000;
/** First API version in which conversion to the payer's currency can be disabled. */
const pricedSince = '2024-10-28';
/** HTTP status for a session that cannot expire, because it is paid or ended. */
const notOpen = 400;

/** Stripe through its SDK, which is loaded at the first use, because most processes never need it. */
export function stripePayments(options: StripeOptions): Payments {
  let opening: Promise<Stripe> | undefined;
  const sdk = (): Promise<Stripe> => {
    opening ??= open(options);
    return opening;
  };
  const ask = async <T>(call: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await sdk();
    try {
      return await call(stripe);
    } catch (error) {
      throw asFailure(error, stripe);
    }
  };
  return {
    openCheckout: (request, key) =>
      ask(async (stripe) =>
        paymentOf(await stripe.checkout.sessions.create(sessionOf(request, options.apiVersion), { idempotencyKey: key }), null, [], []),
      ),
    read: (sessionId) => ask((stripe) => read(stripe, sessionId)),
    expire: (sessionId) =>
      ask(async (stripe) => {
        await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
          if (!(error instanceof stripe.errors.StripeInvalidRequestError && error.statusCode === notOpen)) throw error;
        });
      }),
    refund: (paymentIntentId, key) =>
      ask(async (stripe) => {
        await stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey: key });
      }),
    orderOf: (paymentIntentId) =>
      ask(async (stripe) => {
        try {
          return orderIdOf((await stripe.paymentIntents.retrieve(paymentIntentId)).metadata.orderId);
        } catch (error) {
          if (error instanceof stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
          throw error;
        }
      }),
    async *eventsSince(from, types) {
      const stripe = await sdk();
      try {
        const created = { gte: Math.floor(from.getTime() / 1_000) };
        for await (const event of stripe.events.list({ created, types: [...types], limit: pageSize })) {
          const posted = parseStripeEvent(event);
          if ('notice' in posted) yield posted.notice;
        }
      } catch (error) {
        throw asFailure(error, stripe);
      }
    },
    forget: async () => {},
    async notice(body, signature) {
      requireSignature(await sdk(), options.webhookSecrets, body, signature);
      return parseWebhook(body, isLive(options.apiKey));
    },
  };
}

/** True for a live API key, false for a test key, by its prefix; null for another form. */
const isLive = (apiKey: string): boolean | null => {
  const [, mode] = /^[a-z]{2}_(live|test)_/.exec(apiKey) ?? [];
  return mode ? mode === 'live' : null;
};

async function open({ apiKey, apiVersion, baseUrl, fetch: send }: StripeOptions): Promise<Stripe> {
  const { Stripe } = await import('stripe');
  // as: the operator may choose an older version than the SDK's types
  const version = apiVersion ? { apiVersion: apiVersion as typeof Stripe.API_VERSION & '2026-10-28.endive' } : {};
  const usual = { ...version, timeout, maxNetworkRetries: retries, telemetry: false, appInfo: { name: 'waystory' } };
  if (!baseUrl && !send) return new Stripe(apiKey, usual);
  return new Stripe(apiKey, { ...usual, httpClient: Stripe.createFetchHttpClient(baseUrl ? fetchWithBaseUrl(baseUrl, send) : send) });
}

/** `fetch` that sends Stripe's paths to another base URL, or to a base path when `send` adds the origin. */
export function fetchWithBaseUrl(base: string, send: typeof fetch = fetch): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(String(input));
    return send(`${base.replace(/\/$/, '')}${pathname}${search}`, init);
  };
}

function sessionOf(
  { orderId, accountId, title, amount, currency, expiresAt, successUrl, cancelUrl }: CheckoutRequest,
  apiVersion = pricedSince,
): Stripe.Checkout.SessionCreateParams {
  return {
    // Adaptive pricing is disabled, so that price, payment, refunds and disputes share one currency.
    ...(apiVersion >= pricedSince && { adaptive_pricing: { enabled: false } }),
    mode: 'payment',
    client_reference_id: orderId,
    metadata: { orderId, accountId },
    // Events about payments and refunds carry the order id through this metadata of the payment intent.
    payment_intent_data: { metadata: { orderId } },
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: title } } }],
    expires_at: Math.floor(expiresAt.getTime() / 1_000),
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}

async function read(stripe: Stripe, sessionId: string): Promise<ReturnType<typeof paymentOf>> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] });
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  if (intent?.status !== 'succeeded') return paymentOf(session, intent, [], []);
  const ofIntent = { payment_intent: intent.id, limit: pageSize };
  const whole = { limit: mostListed };
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list(ofIntent).autoPagingToArray(whole),
    stripe.disputes.list(ofIntent).autoPagingToArray(whole),
  ]);
  return paymentOf(session, intent, refunds, disputes);
}

/**
 * EngineUnavailable for outages, timeouts, rate limits, and a refused API key, which may be replaced at runtime. PaymentRefused for a refusal that a
 * retry cannot change.
 */
function asFailure(error: unknown, { errors }: Stripe): unknown {
  if (!(error instanceof errors.StripeError)) return error;
  const { StripeInvalidRequestError, StripeCardError } = errors;
  if (error instanceof StripeInvalidRequestError || error instanceof StripeCardError || error instanceof errors.StripeIdempotencyError) {
    return error.statusCode === 409 || error.statusCode === 429
      ? new EngineUnavailable('stripe', error)
      : new PaymentRefused(error.code ?? error.type, error);
  }
  return new EngineUnavailable('stripe', error);
}
