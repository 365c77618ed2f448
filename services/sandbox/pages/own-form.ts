import type { FastifyRequest } from 'fastify';

/** The form was sent by another site, so the browser's cookies do not prove the person's intent. */
export class ForeignForm extends Error {}

/** Every browser sends one of the two headers with a form. @throws ForeignForm */
export function requireOwnForm({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin !== origin : site !== 'same-origin') throw new ForeignForm();
}
