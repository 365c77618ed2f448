import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from '../adapters.ts';
import { createCommandHandler } from '../commands/command-handler.ts';
import type { Config } from '../config.ts';
import { Rejected } from '../errors.ts';
import { mountRoutes, type RouteServices } from '../http/answer-route.ts';
import { allowOrigins, createApp, documentApi, requestTracer } from '../http/app.ts';
import { type Admission, admittingVerifier } from '../http/caller.ts';
import { limitRequestRates } from '../http/limits.ts';
import { listenAt } from '../http/listen.ts';
import { createMetrics, serveMetrics } from '../http/metrics.ts';
import { createOpenStreams, createResponseCache } from '../http/send-reply.ts';
import type { Identity } from '../identity/port.ts';
import { systemPrincipal } from '../identity/principal.ts';
import type { LanguageModel } from '../language-model/port.ts';
import type { Log } from '../log.ts';
import type { Payments } from '../payments/port.ts';
import { isAccountGone } from '../reactors/erase-all.ts';
import { measuredConsumerOf } from '../reactors/reactor.ts';
import { inlineChanges } from '../read-models/builds/builds.ts';
import type { AnyProjection } from '../read-models/projection.ts';
import { createReadSide, type ReadSide } from '../read-models/reads/read-side.ts';
import { noTracing, type Tracing } from '../tracing/port.ts';
import { createWorkQueue } from '../work-queue.ts';
import { workflowsOn } from '../workflows/port.ts';
import type { IdentityProvider } from './embedded-provider.ts';
import { inProcessClients, internalCallers } from './in-process-clients.ts';
import { releaseMemoryWhenIdle } from './memory-at-rest.ts';
import { reportPresence } from './presence.ts';
import { closeConnectionsOnStop, endAnswers, serveProbes } from './probes.ts';
import type { ClientFor, OpenServices, ReactorServices, ServiceDefinition, ServiceParts } from './service.ts';
import { engineHealthChecks, runStartupWork, startParts } from './start-parts.ts';

/** Roles of a process for its contexts: answer writes, answer reads, build read models, run reactors and workflows, relay events. */
export const roles = ['command', 'query', 'projector', 'worker', 'relay'] as const;
export type HostRole = (typeof roles)[number];

/** Most concurrent and most waiting answers. A higher concurrency would slow all answers down. Two slow cores complete this many in half a second. */
const answers = { atOnce: 32, waiting: 128 };

export interface HostOptions {
  definitions: readonly ServiceDefinition[];
  roles: readonly HostRole[];
  /** Read models of the whole product, when other processes run other contexts; those of `definitions` by default. */
  readModels?: readonly AnyProjection[];
  config: Config;
  engines: Adapters;
  identity: IdentityProvider;
  /** Admission check: whether an account exists, and whether it is refused despite a valid token. Without it, every valid token is admitted. */
  admission?: Admission;
  /** Language model of the assistant; without it, the assistant is disabled. */
  languageModel?: LanguageModel;
  /** Payment provider; without it, nothing is sold. */
  payments?: Payments | null;
  /** Tracing of requests and of their effects; none by default. The caller wraps `engines` and `languageModel` for tracing itself. */
  tracing?: Tracing;
  log: Log;
}

export interface Host {
  app: FastifyInstance;
  /** Serves `/metrics` when a port is configured. */
  monitoring: FastifyInstance;
  readSide: ReadSide;
  clientFor: ClientFor;
  /** Token that acts as this identity within this process. */
  tokenFor(identity: Identity): string;
  /** Listens at the configured addresses; returns the first URL. */
  listen(): Promise<string>;
  /** Resolves when the contexts' start-up work is done, or given up until the next start. */
  started: Promise<void>;
  /** Finishes work in progress, then closes everything except the engines. */
  stop(): Promise<void>;
}

/** Runs some contexts in some roles in this process. */
export async function createHost({
  definitions,
  roles: playing,
  readModels,
  config,
  engines,
  identity,
  admission,
  languageModel,
  payments = null,
  tracing = noTracing,
  log,
}: HostOptions): Promise<Host> {
  const plays = (role: HostRole): boolean => playing.includes(role);
  const projections = definitions.flatMap((definition) => definition.projections);
  const words: ErrorCatalogue = Object.assign({}, ...definitions.map(({ errors }) => errors));
  const metrics = createMetrics(config.DATA_DIR);
  const waited = metrics.timer('waystory_read_wait_seconds', 'What reads that are to have a certain write wait for the read model');
  const readSide = await createReadSide(engines.projections, projections, log, { engine: engines.search, head: engines.events.head, waited });
  const commands = createCommandHandler(engines.events, inlineChanges(projections, engines.inline), tracing);
  const internal = internalCallers(identity.verifier);
  const verifier = admission ? admittingVerifier(admission, internal.verifier) : internal.verifier;
  const delegated = internal.alsoFor(identity.delegatedVerifier ?? identity.verifier);
  const workflows = workflowsOn(engines.workflows);
  const { TRUSTED_PROXIES: trustedProxies, PUBLIC_ORIGIN: origin } = config;
  const app = await createApp(log, words, { observe: metrics.observe, trustedProxies, origin, tracing });
  const [stopping, over] = [new AbortController(), new AbortController()];
  const streams = createOpenStreams();
  closeConnectionsOnStop(app, stopping.signal);

  if (config.CORS_ORIGINS) await allowOrigins(app, config.CORS_ORIGINS);
  // All routes mounted after this line are rate-limited.
  await limitRequestRates(app, {
    perMinute: { read: config.READS_PER_MINUTE, write: config.WRITES_PER_MINUTE, page: config.PAGES_PER_MINUTE, file: config.FILES_PER_MINUTE },
    writtenPerDay: config.WRITTEN_PER_DAY,
    accountOf: (token) => (internal.verifier.recall(token) ?? delegated.recall(token))?.accountId,
  });
  await identity.mount?.(app);
  await documentApi(app, config.LOG_LEVEL);
  const replies = createResponseCache(readSide.stamp);
  const services: RouteServices = {
    commands,
    readSide,
    verifier,
    observe: metrics.observe,
    traced: requestTracer(tracing),
    replies,
    workflows,
    work: createWorkQueue({ ...answers, refusal: () => new Rejected('request/overloaded') }),
    ...(admission && { admission }),
    streams,
  };
  const begun = Promise.withResolvers<void>();
  // Set below, because parts of contexts call the API only once it exists.
  let api: (until: AbortSignal) => ClientFor = () => () => {
    throw new Error('The API is not there yet');
  };
  // Background work ends when the stop begins; work for an answer may finish the answer.
  const clientFor: ClientFor = (routes, who, cause) => api(stopping.signal)(routes, who, cause);
  const answering: ClientFor = (routes, who, cause) => api(over.signal)(routes, who, cause);
  const contexts = await openContexts(definitions, plays, {
    config,
    engines,
    readSide,
    verifier,
    delegatedVerifier: admission ? admittingVerifier(admission, delegated) : delegated,
    log,
    clientFor: answering,
    commands,
    workflows,
    languageModel: languageModel ?? null,
    payments,
    readModels: readModels ?? projections,
    identityProvider: identity.known ?? null,
    askIdentity: async () => identity.ask?.(),
    timer: metrics.timer,
    started: begun.promise,
  });
  await serveContexts(app, contexts, plays, services);
  let isComplete = false;
  log.outages.askWith(engineHealthChecks(engines));
  serveProbes(app, {
    stopping: stopping.signal,
    isComplete: () => isComplete,
    isDatabaseUp: engines.isDatabaseUp,
    away: log.outages.names,
    faults: () => identity.known?.faults() ?? [],
  });
  const monitoring = await createApp(log, words);

  const whole = plays('query') && plays('command') ? app : await commandsAndReads(contexts, words, services, log, tracing);
  api = (until) => inProcessClients(whole, internal.tokenFor, until, tracing);
  const behind: ReactorServices = {
    commands,
    reads: (after, principal = systemPrincipal) => readSide.forRequest(principal, after),
    workflows,
    personalKeys: engines.personalKeys,
    isGone: (accountId) => isAccountGone(engines.sealedEvents, accountId),
    forgetSignIn: async (accountId) => identity.forget?.(accountId),
  };
  const measuring = plays('worker') ? definitions : [];
  serveMetrics(monitoring, metrics, engines, {
    projections: plays('projector') ? projections : [],
    reactors: measuring.flatMap((definition) => definition.reactors(behind)).map(measuredConsumerOf),
    measures: measuring.flatMap((definition) => definition.measures?.({ readSide, engines }) ?? []),
  });
  const running = startParts(definitions, plays, engines, { ...behind, clientFor, config, payments }, log, tracing);
  // A process that stops earlier never becomes complete.
  void Promise.all([running.built, ...contexts.map(({ parts }) => parts.complete)]).then(
    () => {
      isComplete = true;
    },
    () => {},
  );
  const presence = reportPresence({ ...engines, traffic: metrics.traffic, contexts: definitions.map(({ name }) => name), roles: playing, log });
  await app.ready();
  const started = runStartupWork(plays('worker') ? definitions : [], { commands, clientFor, log }, engines, stopping.signal);
  void started.then(() => {
    // A stopping process begins no further work.
    if (!stopping.signal.aborted) begun.resolve();
  });

  let endOfRests = (): void => {};
  return {
    app,
    monitoring,
    readSide,
    clientFor,
    tokenFor: internal.tokenFor,
    started,
    async listen() {
      const { HOST, PORT, METRICS_HOST, METRICS_PORT } = config;
      if (METRICS_PORT !== undefined)
        await listenAt(monitoring, { host: METRICS_HOST, port: METRICS_PORT }, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
      endOfRests = releaseMemoryWhenIdle();
      return listenAt(app, { host: HOST, port: PORT }, { host: 'HOST', port: 'PORT' });
    },
    async stop() {
      stopping.abort(new Error('The product is stopping'));
      endOfRests();
      identity.stop?.();
      await endAnswers({ apps: [app, monitoring], streams, parts: contexts.map(({ parts }) => parts) });
      over.abort();
      await Promise.all([running, ...contexts.map(({ parts }) => parts)].map((part) => part.stop?.()));
      await started;
      await presence.stop();
      readSide.close();
    },
  };
}

/** A context with its state in this process. */
interface OpenContext {
  definition: ServiceDefinition;
  parts: ServiceParts;
}

/** Opens the parts of contexts in processes that answer requests or call their own API. */
async function openContexts(
  definitions: readonly ServiceDefinition[],
  plays: (role: HostRole) => boolean,
  services: OpenServices,
): Promise<OpenContext[]> {
  const isAsked = plays('query') || plays('command') || plays('worker');
  return Promise.all(definitions.map(async (definition) => ({ definition, parts: (isAsked && (await definition.open?.(services))) || {} })));
}

/** Mounts the contexts' routes. Every answering process describes the whole API, and answers the requests of its roles. */
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

/** App with the contexts' routes that does not listen. It serves a process that calls the product's API without answering both reads and writes. */
async function commandsAndReads(
  contexts: readonly OpenContext[],
  words: ErrorCatalogue,
  services: RouteServices,
  log: Log,
  tracing: Tracing,
): Promise<FastifyInstance> {
  const app = await createApp(log, words, { tracing });
  await mountContexts(app, contexts, services, () => true);
  await app.ready();
  return app;
}
