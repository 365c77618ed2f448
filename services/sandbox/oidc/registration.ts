import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** What a record holds fits these several times, see `records.ts`. */
const mostAddresses = 10;
const longestAddress = 300;
const longestName = 60;

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a code may be sent there: to a site that proves who it is, or to a program on the machine of the person. Schemes of programs can be taken by
 * any program, and others run what is in them.
 */
export function isReturnAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.hash || address.includes('#') || url.username || url.password) return false;
  return loopback.has(url.hostname) ? url.protocol === 'http:' : url.protocol === 'https:';
}

/** Characters that are not seen, or that turn the direction of what follows: a name could look like another one. */
const unseen = /[\p{C}\p{Z}]+/gu;

/** A name as one line of visible text; empty when nothing is left of it. */
const visible = (name: string): string => [...name.replaceAll(unseen, ' ').trim()].slice(0, longestName).join('').trim();

const request = z.object({
  redirect_uris: z
    .array(z.string().max(longestAddress).refine(isReturnAddress, 'Must be an address with https, or one with http on this machine'))
    .min(1)
    .max(mostAddresses),
  client_name: z.string().optional(),
});

/** What is kept of a program that asks to act for people, and answered to it (RFC 7591). */
export interface Registration {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  application_type: 'native';
  token_endpoint_auth_method: 'none';
  grant_types: string[];
  response_types: ['code'];
}

export interface RegistrationRefusal {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  error_description: string;
}

/**
 * The registration that a program gets, whatever else it asks for: it has no secret, so it must show by PKCE that a code is its own, and its user is
 * asked each time. Nothing of it is loaded or shown but its name.
 */
export function registrationOf(body: unknown, now = Date.now()): Registration | RegistrationRefusal {
  const { data, error } = request.safeParse(body);
  if (error) {
    const [issue] = error.issues;
    const isAddress = issue?.path[0] === 'redirect_uris';
    const error_description = `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
    return { error: isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata', error_description };
  }
  const { redirect_uris, client_name = '' } = data;
  return {
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(now / 1000),
    client_name: visible(client_name) || hostOf(redirect_uris[0] ?? ''),
    redirect_uris,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';

/** Where a code goes, in words: programs on the machine of the person are all one. */
export const placeOf = (address: string): string =>
  loopback.has(URL.parse(address)?.hostname ?? '') ? 'a program on this computer' : hostOf(address);
