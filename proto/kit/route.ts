import { z } from 'zod';
import type { Access } from './access.ts';

/** A reply that comes bit by bit. */
export interface StreamedReply {
  mediaType: string;
  /** Headers beside the usual ones, and what they say. */
  headers: Readonly<Record<string, string>>;
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  path: `/${string}`;
  summary: string;
  /** Row of the matrix that says who may use it. */
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Body of a success; its status is 201 for a POST, 204 for a DELETE and 200 otherwise, unless `statuses` names others. */
  reply: z.ZodType;
  /** The reply is a stream of text, of which `reply` is the whole; otherwise it is JSON. */
  streamed?: StreamedReply;
  /** Statuses of a success where the method does not decide it; the first is the usual one. */
  statuses?: readonly [number, ...number[]];
  /** A write for callers who have no account, because it makes them one; every other needs a living one. */
  withoutAccount?: true;
  /** Requests a minute that one caller may send to this route alone, where the usual limits are too wide. */
  perMinute?: number;
  /** `Cache-Control` of a success, for what is the same for everyone. */
  caching?: string;
  /** Codes this route may answer with, beside the common ones. */
  errors?: readonly string[];
}

/** Keeps the literal types of each route, so that server and client are inferred from it. */
export const defineRoutes = <const R extends Record<string, Route>>(routes: R): R => routes;

type Part<R, K extends string, T> = R extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: T extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

/** What a handler receives of the request itself, parsed. */
export type Parsed<R extends Route> = Part<R, 'params', 'out'> & Part<R, 'query', 'out'> & Part<R, 'body', 'out'>;

/** What a caller sends. */
export type Sent<R extends Route> = Part<R, 'params', 'in'> &
  Part<R, 'body', 'in'> &
  (R extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  /** Any words of the caller's choice: the same key never does the same thing twice. */
  (R extends { method: 'POST' } ? { idempotencyKey?: string } : unknown) &
  /** Version that the caller saw: the write is refused when it is another by now. */
  (R extends { method: 'PUT' | 'PATCH' | 'DELETE' } ? { ifMatch?: number } : unknown);

export type Reply<R extends Route> = z.output<R['reply']>;

/** Reply of a DELETE: no body. */
export const nothing = z.undefined();
