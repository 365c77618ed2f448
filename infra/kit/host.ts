import { createClient } from '@waystory/proto/kit/client.ts';
import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Engines } from '../engines.ts';
import { createApp, documentApi } from '../http/app.ts';
import { injectFetch } from '../http/inject-fetch.ts';
import { createMetrics, serveMetrics } from '../http/metrics.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { accountIdOf } from '../identity/account-id.ts';
import { internalCallers } from '../identity/internal-callers.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import type { Log } from '../log.ts';
import { createCommandHandler } from './command-handler.ts';
import { runProjection } from './projector.ts';
import { runReactor } from './reactor.ts';
import { createReadSide, type ReadSide } from './read-side.ts';
import type { ClientFor, ReactorServices, ServiceDefinition, ServiceParts, StartServices } from './service.ts';
import { system } from './viewer.ts';

/** What a process may do for its contexts: answer writes, answer reads, build read models, react, carry events to the bus. */
export const roles = ['command', 'query', 'projector', 'worker', 'relay'] as const;
export type HostRole = (typeof roles)[number];

/** How long a stopping process goes on answering while load balancers learn that it goes, milliseconds. */
const drain = 250;

/** How often work at the start is begun, and the pause after the first failure, milliseconds; each pause is longer by as much. */
const startAttempts = 5;
const startPause = 1_000;

/** A part of the embedded profile that serves pages of its own, such as the identity provider. */
export interface EmbeddedProvider {
  verifier: TokenVerifier;
  mount?: (app: FastifyInstance) => Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

export interface HostOptions {
  definitions: readonly ServiceDefinition[];
  roles: readonly HostRole[];
  config: Config;
  engines: Engines;
  identity: EmbeddedProvider;
  log: Log;
}

export interface Host {
  app: FastifyInstance;
  readSide: ReadSide;
  clientFor: ClientFor;
  /** Token that acts as this identity within this process. */
  tokenFor(identity: Identity): string;
  /** Serves on the configured port; answers its address. */
  listen(): Promise<string>;
  /** Resolves when the work that contexts do at the start is done. */
  started: Promise<void>;
  /** Finishes what is under way, then closes everything but the engines. */
  stop(): Promise<void>;
}

/** Runs some contexts in some roles in this process. */
export async function createHost({ definitions, roles: playing, config, engines, identity, log }: HostOptions): Promise<Host> {
  const plays = (role: HostRole): boolean => playing.includes(role);
  const projections = definitions.flatMap((definition) => definition.projections);
  const words: ErrorCatalogue = Object.assign({}, ...definitions.map(({ errors }) => errors));
  const readSide = await createReadSide(engines.projections, projections);
  const commands = createCommandHandler(engines.events);
  const internal = internalCallers(identity.verifier);
  const metrics = createMetrics();
  const app = await createApp(log, words, metrics.observe);
  const lifecycle = { stopping: false };

  await identity.mount?.(app);
  await documentApi(app, config);
  const wanted = (route: Route): boolean => plays(route.method === 'GET' ? 'query' : 'command');
  const { verifier } = internal;
  const opened: ServiceParts[] = [];
  for (const { name, routes, open } of definitions) {
    const parts = plays('query') || plays('command') ? await open?.({ config, engines, readSide, verifier, log }) : undefined;
    if (parts) opened.push(parts);
    const mount = async (scope: FastifyInstance): Promise<void> => {
      for (const bound of [...routes, ...(parts?.routes ?? [])])
        mountRoutes(scope, bound, { commands, readSide, verifier, observe: metrics.observe }, wanted, name);
    };
    await app.register(mount, { prefix: '/api' });
    if (plays('query')) await parts?.mount?.(app);
  }
  serveProbes(app, engines, lifecycle);
  serveMetrics(app, metrics, engines, readSide, projections);

  const clientFor = inProcessClients(app, internal.tokenFor, lifecycle);
  const running = startParts(definitions, plays, engines, { commands, reads: (after) => readSide.forRequest(system, after) }, log);
  if (plays('relay')) running.push(engines.bus.relay({ onError: (error) => log.error({ err: error }, 'the relay was interrupted and goes on') }));
  await app.ready();
  const starting = plays('worker') && plays('command') ? definitions : [];
  const started = Promise.all(starting.map((definition) => workAtStart(definition, { commands, clientFor, log }, lifecycle))).then(() => {});

  return {
    app,
    readSide,
    clientFor,
    tokenFor: internal.tokenFor,
    started,
    listen: () => app.listen({ port: config.PORT, host: '::', listenTextResolver: () => 'listening' }),
    async stop() {
      lifecycle.stopping = true;
      await new Promise((resolve) => setTimeout(resolve, drain));
      await app.close();
      await Promise.all([...running, ...opened].map((part) => part.stop?.()));
      await started;
      readSide.close();
    },
  };
}

/** Work at the start may be repeated, so what failed for a moment is tried again; what fails for good goes on at the next start. */
async function workAtStart({ name, onStart }: ServiceDefinition, services: StartServices, lifecycle: { stopping: boolean }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await onStart?.(services);
    } catch (error) {
      if (attempt === startAttempts || lifecycle.stopping) {
        services.log.error({ err: error, context: name }, 'work at the start was not finished; it goes on at the next start');
        return;
      }
      services.log.info({ err: error, context: name, attempt }, 'work at the start is tried again');
      await new Promise((resolve) => setTimeout(resolve, attempt * startPause));
    }
  }
}

/** Clients of this app without a socket. They end when the host does: work at the start goes on at the next one. */
function inProcessClients(app: FastifyInstance, tokenFor: Host['tokenFor'], lifecycle: { stopping: boolean }): ClientFor {
  const send = injectFetch(app);
  const whileRunning: typeof fetch = async (...request) => {
    if (lifecycle.stopping) throw new Error('The product is stopping');
    return send(...request);
  };
  return (routes, who) => {
    const token = tokenFor(identityOf(who.subjectId, who.roles));
    return createClient(routes, { baseUrl: '/api', token: async () => token, fetch: whileRunning });
  };
}

/** Projections for the projector role, reactors for the worker role. */
function startParts(
  definitions: readonly ServiceDefinition[],
  plays: (role: HostRole) => boolean,
  engines: Engines,
  services: ReactorServices,
  log: Log,
): Stoppable[] {
  const projections = plays('projector') ? definitions.flatMap((definition) => definition.projections) : [];
  const reactors = plays('worker') ? definitions.flatMap((definition) => definition.reactors(services)) : [];
  return [
    ...projections.map((projection) => runProjection({ projection, ...engines, store: engines.projections, log })),
    ...reactors.map((reactor) => runReactor({ reactor, ...engines, checkpoints: engines.projections, log })),
  ];
}

const identityOf = (subjectId: string, identityRoles: Identity['roles']): Identity => ({
  subjectId,
  accountId: accountIdOf(subjectId),
  email: null,
  name: null,
  roles: identityRoles,
  expiresAt: Number.POSITIVE_INFINITY,
});

/** `/livez`: this process runs. `/readyz`: it can do its work now. */
function serveProbes(app: FastifyInstance, engines: Engines, lifecycle: { stopping: boolean }): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (lifecycle.stopping) return reply.code(503).send({ status: 'stopping' });
    await engines.events.head();
    return { status: 'ok' };
  });
}
