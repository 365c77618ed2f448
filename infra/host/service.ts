import type { Client } from '@waystory/proto/kit/client.ts';
import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { EventVocabulary } from '@waystory/proto/kit/event.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from '../adapters.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { Config } from '../config.ts';
import { eraseType } from '../erase.ts';
import type { Position } from '../event-store/port.ts';
import type { ContextGauge, Metrics } from '../http/metrics.ts';
import type { BoundRoutes } from '../http/route-handler.ts';
import type { ProviderState } from '../identity/discovery.ts';
import type { TokenVerifier } from '../identity/port.ts';
import type { Principal, Role } from '../identity/principal.ts';
import type { LanguageModel } from '../language-model/port.ts';
import type { Log } from '../log.ts';
import type { Payments } from '../payments/port.ts';
import type { PersonalKeys } from '../personal-data/port.ts';
import type { Reactor } from '../reactors/reactor.ts';
import type { AnyProjection, Collections, Projection } from '../read-models/projection.ts';
import type { ReadSide, Reads } from '../read-models/reads/read-side.ts';
import type { Workflows } from '../workflows/port.ts';
import type { BoundWorkflow } from '../workflows/workflow.ts';

/** Declaration of a context: everything that the host runs for it. */
export interface ServiceDefinition {
  name: string;
  /** Event vocabularies of this context's streams. */
  streams: readonly EventVocabulary[];
  routes: readonly BoundRoutes[];
  projections: readonly AnyProjection[];
  /** Reactions of this context to events. */
  reactors: (services: ReactorServices) => readonly Reactor[];
  /** Long-running work of this context in steps, which survives crashes and restarts. */
  workflows?: (services: WorkflowServices) => readonly BoundWorkflow[];
  /** Start-up work, such as filling an empty product; must be idempotent. */
  onStart?: (services: StartServices) => Promise<void>;
  /** Opens the state of this context in each answering process: an index in memory, pages, files. Must not wait for remote systems. */
  open?: (services: OpenServices) => Promise<ServiceParts>;
  /** Routes bound by `open`, because their handlers need more than commands and reads. */
  openRoutes?: readonly Record<string, Route>[];
  /** Metrics of this context for Prometheus, reported by the processes that run it. */
  measures?: (services: Pick<OpenServices, 'readSide' | 'engines'>) => readonly ContextGauge[];
  /** Texts for the error codes of this context's rules. */
  errors: ErrorCatalogue;
}

/** Services for opening the parts of a context. */
export interface OpenServices {
  config: Config;
  engines: Adapters;
  readSide: ReadSide;
  verifier: TokenVerifier;
  /** Verifier that also accepts tokens of delegated OAuth clients, which the API refuses. */
  delegatedVerifier: TokenVerifier;
  log: Log;
  /** Creates clients of the product's own API for a caller; usable once the process answers. */
  clientFor: ClientFor;
  commands: CommandHandler;
  workflows: Workflows;
  /** Language model of the assistant; null without one. */
  languageModel: LanguageModel | null;
  /** Payment provider; null when nothing is sold. */
  payments: Payments | null;
  /** Read models of all contexts of the product, including those of other processes. */
  readModels: readonly AnyProjection[];
  /** Issuer, page-policy origins and wrong settings of the external identity provider; null with the embedded one. */
  identityProvider: ProviderState | null;
  /** Health check of the identity provider with a cheap request; rejects without an answer. */
  askIdentity: () => Promise<unknown>;
  /** Creates a timer metric for Prometheus. */
  timer: Metrics['timer'];
  /**
   * Resolves when the start-up work of all contexts is done, or given up until the next start. Work without waiting callers should begin only then.
   */
  started: Promise<void>;
}

/** Parts of a context with the lifetime of the process. */
export interface ServiceParts {
  /** Handlers of `openRoutes`. */
  routes?: readonly BoundRoutes[];
  /** Mounts content that is no JSON route of `proto/`: tiles, pages, pictures. Paths are absolute. */
  mount?: (app: FastifyInstance) => Promise<void>;
  /** Mounts writes to paths of `mount`. */
  mountWrites?: (app: FastifyInstance) => Promise<void>;
  /** Ends streamed answers that this process writes, before it stops accepting requests. */
  endStreams?: () => Promise<void>;
  /** Start-up work that other releases depend on. Until it is done, processes of the previous release should keep running. */
  complete?: Promise<unknown>;
  stop?: () => Promise<void>;
}

/** Services for reactors: commands, and reads with full access. */
export interface ReactorServices {
  commands: CommandHandler;
  /** Creates reads that include everything up to a log position, with full access unless a principal is given. */
  reads: (after: Position, principal?: Principal) => Reads;
  workflows: Workflows;
  /** Keys of personal data in events. */
  personalKeys: Pick<PersonalKeys, 'destroy'>;
  /** True when the account was deleted and not created again, according to the log. */
  isGone: (accountId: string) => Promise<boolean>;
  /** Removes the embedded identity provider's data about the owner of an account. */
  forgetSignIn: (accountId: string) => Promise<void>;
}

/** Services for activities of workflows. */
export interface WorkflowServices extends ReactorServices {
  config: Config;
  engines: Adapters;
  /** Creates clients of the product's own API for a caller, with that caller's rights. */
  clientFor: ClientFor;
  /** Payment provider; null when nothing is sold. */
  payments: Payments | null;
  log: Log;
}

/** Services for start-up work. */
export interface StartServices {
  commands: CommandHandler;
  /** Calls the product's own API as a given caller, like any client. */
  clientFor: ClientFor;
  log: Log;
}
/** Creates a client of the product's own API for a caller. Writes that the caller did not request directly carry a cause (`proto/kit/cause.ts`). */
export type ClientFor = <R extends Record<string, Route>>(routes: R, who: Caller, cause?: string) => Client<R>;

/** A caller by the provider's subject or by account, or a delegate of the account's owner. */
export type Caller = ({ roles: readonly Role[] } & ({ subjectId: string } | { accountId: string })) | { delegatedBy: string };

export const defineService = (definition: ServiceDefinition): ServiceDefinition => definition;

/** Erases a projection's types for the list of all; its handlers receive only events of `reads`. */
export const anyProjection = <V extends EventVocabulary, C extends Collections>(projection: Projection<V, C>): AnyProjection => eraseType(projection);
