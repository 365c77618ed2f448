import { randomUUID } from 'node:crypto';
import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Adapter } from 'oidc-provider';
import { z } from 'zod';

/** Limits of a registration, which keep its record far below `longestRecord` of `records.ts`. */
const mostAddresses = 10;
const longestAddress = 300;
const longestName = 60;

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Invisible characters. An operating system would drop them, and so open another URI than the checked one. */
const unseenIn = /[\p{C}\p{Z}]/u;

/** URI schemes that execute or embed their own content. A client registration with such a redirect URI is refused. */
const dangerous: ReadonlySet<string> = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'blob:', 'filesystem:', 'about:', 'view-source:']);
/** URI schemes of public protocols and operating systems, which no client may claim as private-use. */
const publicScheme =
  /^(ftps?|sftp|ssh|wss?|ldaps?|gopher|telnet|mailto|tel|sms|geo|urn|jar|cid|mid|intent|content|chrome|edge|resource|moz-extension|chrome-extension|ms-[a-z-]+|search|search-ms|x-apple[a-z.-]*):$/;

type AddressKind = 'site' | 'loopback' | 'private-scheme';

/**
 * Kind of a redirect URI (RFC 8252, 7.1 to 7.3): a site with TLS, a listener on the person's machine, or a private-use scheme. Null for a URI that
 * receives no authorization code.
 */
export function redirectUriKindOf(address: string): AddressKind | null {
  const url = address.length <= longestAddress ? URL.parse(address) : null;
  if (!url || unseenIn.test(address) || address.includes('#') || url.username || url.password) return null;
  if (url.protocol === 'https:') return loopback.has(url.hostname) ? null : 'site';
  if (url.protocol === 'http:') return loopback.has(url.hostname) ? 'loopback' : null;
  return dangerous.has(url.protocol) || publicScheme.test(url.protocol) ? null : 'private-scheme';
}

const isDangerous = (address: unknown): boolean => typeof address === 'string' && dangerous.has(URL.parse(address)?.protocol ?? '');

/** Normal form of a loopback redirect URI, because clients vary its port, final slash or host name; null for other URIs. */
function loopbackPathOf(address: string): string | null {
  if (redirectUriKindOf(address) !== 'loopback') return null;
  const { pathname, search } = new URL(address);
  return pathname.replace(/\/$/, '') + search;
}

/** Whether a redirect URI matches a registered one. Loopback URIs match in their normal form; all others must be identical. */
export function isRegisteredRedirectUri(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true;
  const path = loopbackPathOf(address);
  return path !== null && registered.some((one) => loopbackPathOf(one) === path);
}

/** Keeps the first of the loopback redirect URIs with the same normal form, because some clients register every possible port. */
function withoutPorts(addresses: readonly string[]): string[] {
  const paths = addresses.map(loopbackPathOf);
  return addresses.filter((_, at) => paths[at] === null || paths.indexOf(paths[at] ?? null) === at);
}

/** Invisible characters, and characters that reverse the text direction: both could disguise a name. */
const unseen = /[\p{C}\p{Z}]+/gu;

/** A name as one line of visible text; empty when no visible character is left. */
const visible = (name: string): string => [...name.replaceAll(unseen, ' ').trim()].slice(0, longestName).join('').trim();

const request = z.object({
  redirect_uris: z
    .array(z.unknown())
    .refine((asked) => !asked.some(isDangerous), 'One of the addresses would run or open what is in it')
    .transform((asked) => [...new Set(asked)].filter((one) => typeof one === 'string' && redirectUriKindOf(one) !== null) as string[]) // as: the filter keeps strings only
    .refine((usable) => usable.length > 0, 'None of the addresses has https, http on this machine, or a scheme of a program')
    .transform((usable) => (usable.length > mostAddresses ? withoutPorts(usable) : usable).slice(0, mostAddresses)),
  client_name: z.string().nullish(),
});

/** Stored registration of a client, and body of the answer (RFC 7591). `redirect_uris` holds only the accepted URIs. */
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

interface RegistrationRefusal {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  error_description: string;
}

/**
 * Registration of a public client, whatever else is requested. It has no secret, so its authorization codes need PKCE, and its user is asked for
 * consent. The consent page shows only its name and the destination of the code, and loads nothing from it.
 */
export function registrationOf(body: unknown, now = Date.now()): Registration | RegistrationRefusal {
  const { data, error } = request.safeParse(body);
  if (error) {
    const [issue] = error.issues;
    const isAddress = issue?.path[0] === 'redirect_uris';
    const error_description = `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
    return { error: isAddress ? 'invalid_redirect_uri' : 'invalid_client_metadata', error_description };
  }
  const { redirect_uris, client_name } = data;
  return {
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(now / 1000),
    client_name: visible(client_name ?? '') || hostOf(redirect_uris[0] ?? ''),
    redirect_uris,
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

export const hostOf = (address: string): string => URL.parse(address)?.host ?? '';

/** Destination of an authorization code, in words. All programs on the person's machine share one text, because their names prove nothing. */
export const destinationTextOf = (address: string): string =>
  redirectUriKindOf(address) === 'site' ? hostOf(address) : 'a program on this computer';

/** Private-use scheme of a redirect URI; null for other URIs. */
export const privateSchemeOf = (address: string): string | null =>
  redirectUriKindOf(address) === 'private-scheme' ? (URL.parse(address)?.protocol ?? null) : null;

/** Registrations per minute of one IP address. A client needs one registration per installation. */
const perMinute = 10;
const bodyLimit = 16 * 1024;

/** Lifetime of a client registration without consent, seconds. */
const untilLetIn = 24 * 3_600;

/** Dynamic client registration (RFC 7591). It is open to anybody, so all of its input is bounded. */
export const registrationRoute =
  (clients: Pick<Adapter, 'upsert'>, path: string): FastifyPluginAsync =>
  async (scope) => {
    const counted = { as: 'write', perMinute } as const;
    scope.post(path, { ...hiddenRoute, bodyLimit, config: { counted } }, async (request, reply) => {
      const registration = registrationOf(request.body);
      reply.header('cache-control', 'no-store');
      if ('error' in registration) return reply.code(400).send(registration);
      await storeClientForADay(clients, registration);
      return reply.code(201).send(registration);
    });
  };

/** Stores a client registration for a day, until its first consent. */
export async function storeClientForADay(clients: Pick<Adapter, 'upsert'>, registration: Registration): Promise<void> {
  await clients.upsert(registration.client_id, { ...registration }, untilLetIn);
}
