/** Error codes `entity/fault`, each with a sentence for users. */
export type ErrorCatalogue = Readonly<Record<`${string}/${string}`, string>>;

/** Codes that every route may answer. */
export const commonErrors = {
  'request/invalid': 'Something in the request is not right; see the fields named below.',
  'request/too-large': 'The request is larger than this service accepts.',
  'write/too-large': 'This changes more than can be stored at once. Do it in smaller parts.',
  'request/unsupported-type': 'Send the body as application/json.',
  'request/unknown-route': 'There is nothing at this address.',
  'request/unknown-method': 'This address does not take this method.',
  'request/timeout': 'The request took too long to arrive.',
  'request/too-long': 'The address or the headers are longer than this service accepts.',
  'request/stale': 'It was changed by someone else in the meantime. Load it again and repeat your change.',
  'request/key-reused': 'This Idempotency-Key was used before with a different request.',
  'request/too-many': 'Too many requests in a short time. Please wait a moment.',
  'request/overloaded': 'There is too much going on at the moment. Nothing was lost; please try again in a moment.',
  'request/conflict': 'Many people are changing this at once. Please try again.',
  'auth/required': 'Please sign in first.',
  'auth/invalid-token': 'The access token is not valid. Please sign in again.',
  'auth/unusable-token': 'This product cannot use the access token of the sign-in. Signing in again does not help; please tell the operator.',
  'auth/misconfigured': 'The sign-in of this product is not set up rightly. Trying again does not help; please tell the operator.',
  'auth/expired-token': 'The sign-in has expired. Please sign in again.',
  'auth/forbidden': 'You may not do this.',
  'auth/suspended': 'This account was suspended by a moderator.',
  'auth/no-account': 'There is no account for this sign-in yet. Please create one first.',
  'engine/unavailable': 'A part of the service is away for a moment. Nothing was lost; please try again.',
  'read/behind': 'Your change is stored but not yet visible here. Please try again in a moment.',
  'internal/error': 'Something went wrong on our side. It was logged.',
} as const satisfies ErrorCatalogue;

/** RFC 9457 problem details of every failed request. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  /** Errors of invalid input by path, for example `body.title` or `query.filter.likeCount`. */
  errors?: { path: string; message: string }[];
  /** Further data that depend on the code: for `auth/suspended` reason and end. */
  data?: Readonly<Record<string, unknown>>;
  traceId: string;
}
