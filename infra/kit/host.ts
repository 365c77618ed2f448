import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Engines } from '../engines.ts';
import type { RouteServices } from '../http/answer-route.ts';
import { allowOrigins, createApp, documentApi } from '../http/app.ts';
import { limitCalls } from '../http/limits.ts';
import { createMetrics, serveMetrics } from '../http/metrics.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { type Admission, admittedBy } from '../identity/admission.ts';
import { internalCallers } from '../identity/internal-callers.ts';
import type { Identity, TokenVerifier } from '../identity/port.ts';
import type { Log } from '../log.ts';
import { createCommandHandler } from './command-handler.ts';
import { inProcessClients } from './in-process-clients.ts';
import { createReadSide, type ReadSide } from './read-side.ts';
import type { ClientFor, OpenServices, ReactorServices, ServiceDefinition, ServiceParts } from './service.ts';
import { startParts } from './start-parts.ts';
import { system } from './viewer.ts';
import { workAtStart } from './work-at-start.ts';
import { workflowsOn } from './workflows.ts';

/** What a process may do for its contexts: answer writes, answer reads, build read models, react, carry events to the bus. */
export const roles = ['command', 'query', 'projector', 'worker', 'relay'] as const;
export type HostRole = (typeof roles)[number];

/** How long a stopping process goes on answering while load balancers learn that it goes, milliseconds. */
const drain = 250;

/** A part of the embedded profile that serves pages of its own, such as the identity provider. */
export interface EmbeddedProvider {
  verifier: TokenVerifier;
  mount?: (app: FastifyInstance) => Promise<void>;
  /** Removes what it knows of the owner of an account, when that is deleted; a provider of one's own is told by its operator. */
  forget?: (accountId: string) => Promise<void>;
}

export interface HostOptions {
  definitions: readonly ServiceDefinition[];
  roles: readonly HostRole[];
  config: Config;
  engines: Engines;
  identity: EmbeddedProvider;
  /** Who is turned away in spite of a good token; nobody without. */
  admission?: Admission;
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
export async function createHost({ definitions, roles: playing, config, engines, identity, admission, log }: HostOptions): Promise<Host> {
  const plays = (role: HostRole): boolean => playing.includes(role);
  const projections = definitions.flatMap((definition) => definition.projections);
  const words: ErrorCatalogue = Object.assign({}, ...definitions.map(({ errors }) => errors));
  const readSide = await createReadSide(engines.projections, projections, log, engines.search);
  const commands = createCommandHandler(engines.events);
  const internal = internalCallers(identity.verifier);
  const verifier = admission ? admittedBy(admission, internal.verifier) : internal.verifier;
  const metrics = createMetrics();
  const workflows = workflowsOn(engines.workflows);
  const app = await createApp(log, words, { observe: metrics.observe, trustedProxies: config.TRUSTED_PROXIES });
  const stopping = new AbortController();

  if (config.CORS_ORIGINS) await allowOrigins(app, config.CORS_ORIGINS);
  await identity.mount?.(app);
  await documentApi(app, config);
  const limitRoute = await limitCalls(app, {
    reads: config.READS_PER_MINUTE,
    writes: config.WRITES_PER_MINUTE,
    accountOf: (token) => internal.verifier.recall(token)?.accountId,
    isInternal: internal.made,
  });
  const services: RouteServices = { commands, readSide, verifier, observe: metrics.observe, limitRoute, workflows };
  const begun = Promise.withResolvers<void>();
  const contexts = await openContexts(definitions, plays, { config, engines, readSide, verifier, log, started: begun.promise });
  await serveContexts(app, contexts, plays, services);
  serveProbes(app, stopping.signal);
  serveMetrics(app, metrics, engines, plays('projector') ? projections : []);

  const whole = plays('query') && plays('command') ? app : await commandsAndReads(contexts, words, services, log);
  const clientFor = inProcessClients(whole, internal.tokenFor, stopping.signal);
  const behind: ReactorServices = {
    commands,
    reads: (after, viewer = system) => readSide.forRequest(viewer, after),
    workflows,
    personalKeys: engines.personalKeys,
    forgetSignIn: async (accountId) => identity.forget?.(accountId),
  };
  const running = startParts(definitions, plays, engines, behind, log);
  await app.ready();
  const started = workAtStart(plays('worker') ? definitions : [], { commands, clientFor, log }, engines, stopping.signal);
  void started.then(() => {
    // A product that stops begins nothing more.
    if (!stopping.signal.aborted) begun.resolve();
  });

  return {
    app,
    readSide,
    clientFor,
    tokenFor: internal.tokenFor,
    started,
    listen: () => app.listen({ port: config.PORT, host: '::', listenTextResolver: () => 'listening' }),
    async stop() {
      stopping.abort(new Error('The product is stopping'));
      await new Promise((resolve) => setTimeout(resolve, drain));
      await app.close();
      await Promise.all([...running, ...contexts.map(({ parts }) => parts)].map((part) => part.stop?.()));
      await started;
      readSide.close();
    },
  };
}

/** A context with what it keeps in this process. */
interface OpenContext {
  definition: ServiceDefinition;
  parts: ServiceParts;
}

/** Opens what stands behind routes, where requests are answered or made by the process itself. */
async function openContexts(
  definitions: readonly ServiceDefinition[],
  plays: (role: HostRole) => boolean,
  services: OpenServices,
): Promise<OpenContext[]> {
  const isAsked = plays('query') || plays('command') || plays('worker');
  return Promise.all(definitions.map(async (definition) => ({ definition, parts: (isAsked && (await definition.open?.(services))) || {} })));
}

/** Mounts what contexts answer. Every process that answers describes the whole API and answers the part that its roles are for. */
async function serveContexts(
  app: FastifyInstance,
  contexts: readonly OpenContext[],
  plays: (role: HostRole) => boolean,
  services: RouteServices,
): Promise<void> {
  if (!plays('query') && !plays('command')) return;
  await mountContexts(app, contexts, services, (route) => plays(route.method === 'GET' ? 'query' : 'command'));
  for (const { parts } of contexts) {
    if (plays('query')) await parts.mount?.(app);
    if (plays('command')) await parts.mountWrites?.(app);
  }
}

async function mountContexts(
  app: FastifyInstance,
  contexts: readonly OpenContext[],
  services: RouteServices,
  answered: (route: Route) => boolean,
): Promise<void> {
  for (const { definition, parts } of contexts) {
    const mount = async (scope: FastifyInstance): Promise<void> => {
      for (const bound of [...definition.routes, ...(parts.routes ?? [])])
        await scope.register(async (own) => {
          await bound.accept?.(own);
          mountRoutes(own, bound, services, answered, definition.name);
        });
    };
    await app.register(mount, { prefix: '/api' });
  }
}

/** The contexts' own routes without a socket, for a process that has work at the start and does not answer both reads and writes. */
async function commandsAndReads(
  contexts: readonly OpenContext[],
  words: ErrorCatalogue,
  services: RouteServices,
  log: Log,
): Promise<FastifyInstance> {
  const app = await createApp(log, words);
  await mountContexts(app, contexts, services, () => true);
  await app.ready();
  return app;
}

/** `/livez`: this process runs. `/readyz`: it takes requests. An engine that is away does not take it out of service: what can be answered still is. */
function serveProbes(app: FastifyInstance, stopping: AbortSignal): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'stopping' });
    return { status: 'ok' };
  });
}
