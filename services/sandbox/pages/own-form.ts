import type { FastifyRequest } from 'fastify';

/** The form was sent by another site; what the browser sends along does not prove that the person meant it. */
export class ForeignForm extends Error {}

/** Every browser sends one of the two headers with a form. @throws ForeignForm */
export function requireOwnForm({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? headers.origin !== origin : site !== 'same-origin') throw new ForeignForm();
}
