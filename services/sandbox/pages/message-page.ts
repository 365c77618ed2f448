import { EngineUnavailable, Rejected } from '@waystory/infra/errors.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { type Page, page, show } from './page.ts';

/** A page with one message and a link home. */
export const messagePage = (origin: string, title: string, text: string): Page =>
  page({
    title,
    origin,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<a class="primary" href="${origin}/">Back to Waystory</a>`,
  });

const foreignPage = (origin: string): Page =>
  messagePage(
    origin,
    'That did not come from here',
    'The form was sent by another site, so nothing was done. Go back to Waystory and try from there.',
  );

const unavailablePage = (origin: string): Page =>
  messagePage(origin, 'One moment, please', 'We cannot reach our records right now. Try again in a few seconds.');

const tooManyPage = (origin: string): Page => messagePage(origin, 'That was a lot at once', 'Wait a minute, then try again.');

export const expiredPage = (origin: string): Page =>
  messagePage(
    origin,
    'This page has expired',
    'It was open for a long time, or you have signed in elsewhere since. Go back and start once more; nothing is lost.',
  );

/** @param code OAuth error code, for support. */
export const errorPage = (origin: string, code?: string): Page =>
  messagePage(
    origin,
    'That did not work',
    code ? `The app that sent you here asked for something we cannot do (${code}).` : 'Something went wrong on our side. Try again in a moment.',
  );

/** Error of a request; Fastify's own errors carry their status. */
export type PageError = Error & { statusCode?: number };

/** Answers a failed request with a page. An error with status 500 or above, except an unavailable engine, is logged with the message `said`. */
export function showFailure(error: PageError, reply: FastifyReply, origin: string, log: Pick<Log, 'error'>, said: string): FastifyReply {
  if (error instanceof ForeignForm) return show(reply, 403, foreignPage(origin));
  if (error instanceof EngineUnavailable) return show(reply.header('retry-after', '1'), 503, unavailablePage(origin));
  if (error instanceof Rejected && error.code === 'request/too-many') return show(reply, 429, tooManyPage(origin));
  const status = error.statusCode ?? 500;
  if (status >= 500) log.error({ err: error }, said);
  return show(reply, status, errorPage(origin));
}

/** Error for a form sent by another site: the browser's cookies do not prove the person's intent. */
class ForeignForm extends Error {}

/** Checks `sec-fetch-site`, or `origin` in a browser without it; every browser sends one of the two with a form. @throws ForeignForm */
export function requireOwnForm({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin !== origin : site !== 'same-origin') throw new ForeignForm();
}
