import type { FastifyRequest } from 'fastify';
import { html } from './html.ts';
import { type Page, page } from './page.ts';

/** A page with one message and a link home. */
export const messagePage = (origin: string, title: string, text: string): Page =>
  page({
    title,
    origin,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<a class="primary" href="${origin}/">Back to Waystory</a>`,
  });

export const foreignPage = (origin: string): Page =>
  messagePage(
    origin,
    'That did not come from here',
    'The form was sent by another site, so nothing was done. Go back to Waystory and try from there.',
  );

export const unavailablePage = (origin: string): Page =>
  messagePage(origin, 'One moment, please', 'We cannot reach our records right now. Try again in a few seconds.');

export const tooManyPage = (origin: string): Page => messagePage(origin, 'That was a lot at once', 'Wait a minute, then try again.');

export const expiredPage = (origin: string): Page =>
  messagePage(
    origin,
    'This page has expired',
    'It was open for a long time, or you have signed in elsewhere since. Go back and start once more; nothing is lost.',
  );

/** @param code kind of error, for support. */
export const errorPage = (origin: string, code?: string): Page =>
  messagePage(
    origin,
    'That did not work',
    code ? `The app that sent you here asked for something we cannot do (${code}).` : 'Something went wrong on our side. Try again in a moment.',
  );

/** The form was sent by another site, so the browser's cookies do not prove the person's intent. */
export class ForeignForm extends Error {}

/** Every browser sends one of the two headers with a form. @throws ForeignForm */
export function requireOwnForm({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin !== origin : site !== 'same-origin') throw new ForeignForm();
}
