import { z } from 'zod';
import type { Access } from './access.ts';
import { type ListSpec, listQuery, pageOf } from './list.ts';

/** Description of a streamed reply. */
export interface StreamedReply {
  mediaType: string;
  /** Additional headers with their descriptions. */
  headers: Readonly<Record<string, string>>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to `/api`. */
  path: `/${string}`;
  summary: string;
  /** Row of the access matrix. */
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Body of a success; the status is 201 for POST, 204 for DELETE and otherwise 200, unless `statuses` differs. */
  reply: z.ZodType;
  /** Declares the reply as a text stream; `reply` is then the schema of the whole text. Without it, the reply is JSON. */
  streamed?: StreamedReply;
  /** Success statuses that the method does not determine; the first is the default. */
  statuses?: readonly [number, ...number[]];
  /** Allows a write by a caller without an account, for example the one that creates the account. */
  withoutAccount?: true;
  /** Additional rate limit of this route per caller and minute. */
  perMinute?: number;
  /** Maximum body of the request, bytes, where it differs from the product's usual limit. Such a route takes no anonymous callers. */
  maxBodyBytes?: number;
  /** `Cache-Control` of a success that is the same for every caller. */
  caching?: string;
  /** Error codes besides the common ones. */
  errors?: readonly string[];
}

/** Returns its argument; the type parameter keeps the literal types, from which server and client are inferred. */
export const defineRoutes = <const R extends Record<string, Route>>(routes: R): R => routes;

type Part<R, K extends string, T> = R extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: T extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

/** Parsed request of a handler. */
export type ParsedRequest<R extends Route> = Part<R, 'params', 'out'> & Part<R, 'query', 'out'> & Part<R, 'body', 'out'>;

/** Request of a caller. */
export type SentRequest<R extends Route> = Part<R, 'params', 'in'> &
  Part<R, 'body', 'in'> &
  (R extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  /** Idempotency key, any text: two requests with the same key are executed once. */
  (R extends { method: 'POST' } ? { idempotencyKey?: string } : unknown) &
  /** Expected version (If-Match): the write is refused when the entity has another version. */
  (R extends { method: 'PUT' | 'PATCH' | 'DELETE' } ? { ifMatch?: number } : unknown);

export type Reply<R extends Route> = z.output<R['reply']>;

/** Reply of a DELETE: no body. */
export const noReplyBody = z.undefined();

type Contract = Omit<Route, 'method' | 'path' | 'summary' | 'access'>;

/** Declares routes of one method. */
const by =
  <const M extends Route['method']>(method: M) =>
  <const P extends Route['path'], const A extends Access, const C extends Contract>(path: P, summary: string, access: A, contract: C) => ({
    method,
    path,
    summary,
    access,
    ...contract,
  });

/** Declares routes: path below `/api`, summary, row of the access matrix, and the rest of the contract. */
export const route = {
  get: by('GET'),
  post: by('POST'),
  put: by('PUT'),
  patch: by('PATCH'),
  /** Replies without a body. */
  delete: <const P extends Route['path'], const A extends Access, const C extends Omit<Contract, 'reply'>>(
    path: P,
    summary: string,
    access: A,
    contract: C,
  ) => by('DELETE')(path, summary, access, { reply: noReplyBody, ...contract }),
  /** A list with the parameters of `spec`. */
  list: <const P extends Route['path'], const A extends Access, I extends z.ZodType>(path: P, summary: string, access: A, spec: ListSpec, item: I) =>
    by('GET')(path, summary, access, { query: listQuery(spec), reply: pageOf(item) }),
};
