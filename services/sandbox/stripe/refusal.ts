/** An error object in Stripe's shape. */
export interface StripeErrorFields {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
}

/** A refusal that Stripe would also give. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: StripeErrorFields;
  constructor(status: number, error: StripeErrorFields) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** Error body of an answer. */
export const errorBody = ({ error }: Pick<StripeRefusal, 'error'>, requestId: string): { error: object } => ({
  error: {
    ...error,
    ...(error.code && { doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }),
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
  },
});

export const invalidRequest = (message: string, more: Pick<StripeErrorFields, 'code' | 'param'> = {}): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more });

export const resourceMissing = (kind: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param });
