import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { limitScopeAs } from '@waystory/infra/http/limits.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Client, Provider } from 'oidc-provider';
import { oidcProviderHeaders } from '../pages/page.ts';
import { configurationOf, type ProviderOptions } from './configuration.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { issuerOf, mountPath, registrationPath } from './issuer.ts';
import { loadOidcProvider } from './library.ts';
import { ensureReadyUsers, signOutReadyUsers } from './ready-users.ts';
import { postgresRecords, removeExpired } from './records.ts';
import { isRegisteredRedirectUri, registrationRoute } from './registration.ts';
import { prepareSecrets } from './secrets.ts';

/** Requests per minute of one IP address. A sign-in takes about six, and each start of the web app checks once whether a person is signed in. */
const perMinute = 300;
const cleanUpEveryMs = 60_000;

/**
 * OpenID Connect provider with its own users, for an installation without an external one. Its paths begin with `/idp`, except the well-known
 * metadata. Its state is in Postgres, except the counters of sign-in attempts, so a restart keeps sessions, and several processes may serve it.
 */
export async function oidcProvider({ log, ...options }: ProviderOptions & { log: Log }): Promise<FastifyPluginAsync> {
  const { origin, pool, readyUsers } = options;
  const [library, secrets] = await Promise.all([loadOidcProvider(log), prepareSecrets(pool)]);
  await (readyUsers ? ensureReadyUsers(pool) : signOutReadyUsers(pool));
  const records = postgresRecords(pool, {
    alreadyUsed: () => new library.errors.InvalidGrant('already used'),
    tooLarge: () => new library.errors.InvalidRequest('the request is too long'),
  });
  const provider = new library.Provider(issuerOf(origin), { ...configurationOf(options, secrets, library), adapter: records });
  // The forwarded headers are trustworthy, because `asReachedByPeople` sets them.
  provider.proxy = true;
  takeLoopbackAddresses(provider);
  logEvents(provider, log);

  const pages = interactionRoutes({ ...options, provider, cookieKey: secrets.cookieKeys[0] ?? '', log });
  return async (scope) => {
    limitScopeAs(scope, { as: 'page', perMinute });
    await scope.register(pages, { prefix: mountPath });
    await scope.register(registrationRoute(records('Client'), `${mountPath}${registrationPath}`));
    await scope.register(protocolRoutes(provider, new URL(origin)));
    cleanUp(scope, options, log);
  };
}

/** Metadata paths of clients that put the issuer's path behind the well-known path (RFC 8414). */
const discoveryPaths = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/** All routes except the interaction pages: oidc-provider answers them on the raw request and response. */
const protocolRoutes =
  (provider: Provider, origin: URL): FastifyPluginAsync =>
  async (scope) => {
    const callback = provider.callback();
    // oidc-provider parses bodies itself, so Fastify must leave them unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const answer = async (request: FastifyRequest, reply: FastifyReply, url: string): Promise<void> => {
      reply.hijack();
      keepHeaders(reply);
      asReachedByPeople(request, origin, url);
      await callback(request.raw, reply.raw);
    };
    scope.all(`${mountPath}/*`, (request, reply) => answer(request, reply, request.url.slice(mountPath.length)));
    for (const path of discoveryPaths) scope.get(`${path}${mountPath}`, (request, reply) => answer(request, reply, path));
  };

/** Copies the host's headers to the raw response, because a hijacked reply would lose them. */
function keepHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...oidcProviderHeaders() })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}

/** Sets the forwarded headers to the public origin, whatever a client or proxy sent, because oidc-provider builds URLs from them. */
function asReachedByPeople({ raw }: FastifyRequest, origin: URL, url: string): void {
  raw.headers.host = origin.host;
  raw.headers['x-forwarded-proto'] = origin.protocol.slice(0, -1);
  delete raw.headers['x-forwarded-host'];
  Object.assign(raw, { originalUrl: `${mountPath}${url}`, url });
}

/** Accepts variants of a registered loopback redirect URI (see `isRegisteredRedirectUri`); oidc-provider itself ignores only the port. */
function takeLoopbackAddresses({ Client }: Provider): void {
  const { redirectUriAllowed } = Client.prototype;
  Client.prototype.redirectUriAllowed = function isAllowed(this: Client, address: string): boolean {
    return this.applicationType === 'native' ? isRegisteredRedirectUri(address, this.redirectUris ?? []) : redirectUriAllowed.call(this, address);
  };
}

function logEvents(provider: Provider, log: Log): void {
  provider.on('server_error', (ctx, err) => {
    if (err instanceof EngineUnavailable) {
      ctx.status = 503;
      ctx.set('retry-after', '1');
      log.warn({ err }, 'the identity provider could not reach its database');
    } else log.error({ err, path: ctx.path }, 'the identity provider failed');
  });
  const refused = (_ctx: unknown, { name, message, error_detail }: Error & { error_detail?: string }): void =>
    log.debug({ name, message, detail: error_detail }, 'the identity provider refused a request');
  provider.on('authorization.error', refused);
  provider.on('grant.error', refused);
  provider.on('end_session.error', refused);
}

function cleanUp(scope: FastifyInstance, { pool }: ProviderOptions, log: Log): void {
  const timer = setInterval(() => {
    removeExpired(pool).catch((err: unknown) => log.warn({ err }, 'expired records of the identity provider were not removed'));
  }, cleanUpEveryMs);
  timer.unref();
  scope.addHook('onClose', async () => clearInterval(timer));
}
