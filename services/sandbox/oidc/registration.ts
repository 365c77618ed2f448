import { randomUUID } from 'node:crypto';
import { hidden } from '@waystory/infra/hidden-route.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Adapter } from 'oidc-provider';
import { z } from 'zod';

/** Limits that keep a record within those of `records.ts`, several times over. */
const mostAddresses = 10;
const longestAddress = 300;
const longestName = 60;

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Invisible characters: the system would drop them, and open another address than the checked one. */
const unseenIn = /[\p{C}\p{Z}]/u;

/** Schemes that run or open the content of the address; a program that names one gets no registration. */
const dangerous: ReadonlySet<string> = new Set(['javascript:', 'data:', 'file:', 'vbscript:', 'blob:', 'filesystem:', 'about:', 'view-source:']);
/** Public schemes and schemes of operating systems, which no program may claim. */
const publicScheme =
  /^(ftps?|sftp|ssh|wss?|ldaps?|gopher|telnet|mailto|tel|sms|geo|urn|jar|cid|mid|intent|content|chrome|edge|resource|moz-extension|chrome-extension|ms-[a-z-]+|search|search-ms|x-apple[a-z.-]*):$/;

type AddressKind = 'site' | 'loopback' | 'private-scheme';

/**
 * Delivery of a code to an address (RFC 8252, 7.1 to 7.3). It goes to a site with TLS, a listener on the person's machine, or a private-use scheme.
 * Null for an address that receives no code.
 */
export function kindOf(address: string): AddressKind | null {
  const url = address.length <= longestAddress ? URL.parse(address) : null;
  if (!url || unseenIn.test(address) || address.includes('#') || url.username || url.password) return null;
  if (url.protocol === 'https:') return loopback.has(url.hostname) ? null : 'site';
  if (url.protocol === 'http:') return loopback.has(url.hostname) ? 'loopback' : null;
  return dangerous.has(url.protocol) || publicScheme.test(url.protocol) ? null : 'private-scheme';
}

const isDangerous = (address: unknown): boolean => typeof address === 'string' && dangerous.has(URL.parse(address)?.protocol ?? '');

/** Normal form of a loopback address: programs vary the port, a final slash or the host name. */
function loopbackPathOf(address: string): string | null {
  if (kindOf(address) !== 'loopback') return null;
  const { pathname, search } = new URL(address);
  return pathname.replace(/\/$/, '') + search;
}

/** Whether a registration permits sending a code to an address; all but loopback addresses must be identical. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (registered.includes(address)) return true;
  const path = loopbackPathOf(address);
  return path !== null && registered.some((one) => loopbackPathOf(one) === path);
}

/** Keeps the first of loopback addresses that differ by port alone: programs list every possible port. */
function withoutPorts(addresses: readonly string[]): string[] {
  const paths = addresses.map(loopbackPathOf);
  return addresses.filter((_, at) => paths[at] === null || paths.indexOf(paths[at] ?? null) === at);
}

/** Invisible characters, or ones that reverse the text direction and could disguise a name. */
const unseen = /[\p{C}\p{Z}]+/gu;

/** A name as one line of visible text; empty when nothing is left of it. */
const visible = (name: string): string => [...name.replaceAll(unseen, ' ').trim()].slice(0, longestName).join('').trim();

const request = z.object({
  redirect_uris: z
    .array(z.unknown())
    .refine((asked) => !asked.some(isDangerous), 'One of the addresses would run or open what is in it')
    .transform((asked) => [...new Set(asked)].filter((one) => typeof one === 'string' && kindOf(one) !== null) as string[]) // texts are left
    .refine((usable) => usable.length > 0, 'None of the addresses has https, http on this machine, or a scheme of a program')
    .transform((usable) => (usable.length > mostAddresses ? withoutPorts(usable) : usable).slice(0, mostAddresses)),
  client_name: z.string().nullish(),
});

/** Stored and answered registration of a program (RFC 7591): `redirect_uris` are the usable ones. */
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
 * Registration of a program, whatever else it asks for. It has no secret, so codes need PKCE, and its user is asked each time. Only its name is
 * shown, and nothing of it is loaded.
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

/** Destination of a code, in words: all programs on the person's machine share one text. */
export const placeOf = (address: string): string => (kindOf(address) === 'site' ? hostOf(address) : 'a program on this computer');

/** Private-use scheme by which the system opens a program; null for other addresses. */
export const openedBy = (address: string): string | null => (kindOf(address) === 'private-scheme' ? (URL.parse(address)?.protocol ?? null) : null);

/** Registrations per minute of one address. A program needs one for each place that it runs at. */
const perMinute = 10;
const bodyLimit = 16 * 1024;

/** Time for which a program without consent is kept, seconds. */
const untilLetIn = 24 * 3_600;

/** Dynamic registration of programs before consent (RFC 7591). It is open to anybody, so all of its input is bounded. */
export const registrationRoute =
  (clients: Pick<Adapter, 'upsert'>, path: string): FastifyPluginAsync =>
  async (scope) => {
    const counted = { as: 'write', perMinute } as const;
    scope.post(path, { ...hidden, bodyLimit, config: { counted } }, async (request, reply) => {
      const registration = registrationOf(request.body);
      reply.header('cache-control', 'no-store');
      if ('error' in registration) return reply.code(400).send(registration);
      await keepForADay(clients, registration);
      return reply.code(201).send(registration);
    });
  };

/** Keeps a program that nobody has let in yet. */
export async function keepForADay(clients: Pick<Adapter, 'upsert'>, registration: Registration): Promise<void> {
  await clients.upsert(registration.client_id, { ...registration }, untilLetIn);
}
