import type { Client } from '@waystory/proto/kit/client.ts';
import type { ErrorCatalogue } from '@waystory/proto/kit/error.ts';
import type { EventVocabulary } from '@waystory/proto/kit/event.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from '../adapters.ts';
import type { CommandHandler } from '../commands/command-handler.ts';
import type { Config } from '../config.ts';
import { erase } from '../erase.ts';
import type { Position } from '../event-store/port.ts';
import type { Measure, Metrics } from '../http/metrics.ts';
import type { BoundRoutes } from '../http/route-handler.ts';
import type { KnownProvider } from '../identity/discovery.ts';
import type { TokenVerifier } from '../identity/port.ts';
import type { Principal, Role } from '../identity/principal.ts';
import type { LanguageModel } from '../language-model/port.ts';
import type { Log } from '../log.ts';
import type { Payments } from '../payments/port.ts';
import type { PersonalKeys } from '../personal-data/port.ts';
import type { Reactor } from '../reactors/reactor.ts';
import type { AnyProjection, Collections, Projection } from '../read-models/projection.ts';
import type { ReadSide, Reads } from '../read-models/reads/read-side.ts';
import type { BoundWorkflow } from '../workflows/workflow.ts';
import type { Workflows } from '../workflows/workflows.ts';

/** The table of contents of a context: everything the host runs for it. */
export interface ServiceDefinition {
  name: string;
  /** Vocabularies of the streams that this context owns. */
  streams: readonly EventVocabulary[];
  routes: readonly BoundRoutes[];
  projections: readonly AnyProjection[];
  /** Reactions of this context to events. */
  reactors: (services: ReactorServices) => readonly Reactor[];
  /** Work of this context in many steps, across crashes and restarts. */
  workflows?: (services: WorkflowServices) => readonly BoundWorkflow[];
  /** Work to do once the product is up, for example filling an empty one; must be safe to repeat. */
  onStart?: (services: StartServices) => Promise<void>;
  /** State that this context keeps in each process that answers requests: an index in memory, pages, files. Must not wait for the world. */
  open?: (services: OpenServices) => Promise<ServiceParts>;
  /** Routes that `open` binds, because their handlers stand on more than commands and reads. */
  openRoutes?: readonly Record<string, Route>[];
  /** Metrics of this context for Prometheus, from processes that work for it. */
  measures?: (services: Pick<OpenServices, 'readSide' | 'engines'>) => readonly Measure[];
  /** Words for the codes that its rules answer with. */
  errors: ErrorCatalogue;
}

/** Everything that a context opens its parts on. */
export interface OpenServices {
  config: Config;
  engines: Adapters;
  readSide: ReadSide;
  verifier: TokenVerifier;
  /** Takes tokens of programs that people let act for them too, which the API refuses. */
  delegatedVerifier: TokenVerifier;
  log: Log;
  /** Calls the product's own API as somebody. Not before the process answers. */
  clientFor: ClientFor;
  commands: CommandHandler;
  workflows: Workflows;
  /** Language model of the assistant; null where it has none. */
  languageModel: LanguageModel | null;
  /** Null where nothing is sold. */
  payments: Payments | null;
  /** Read models of all contexts of the product, whichever this process runs. */
  readModels: readonly AnyProjection[];
  /** The operator's own provider, as far as it is known; null with the embedded one. */
  identityProvider: KnownProvider | null;
  /** Asks the provider of identities something that costs little; rejects when it does not answer. */
  askIdentity: () => Promise<unknown>;
  /** Tells Prometheus how long something takes. */
  timer: Metrics['timer'];
  /** Resolves when the work that contexts do at the start is done: what nobody waits for yet leaves it the machine until then. */
  started: Promise<void>;
}

/** Parts of a context that live as long as the process does. */
export interface ServiceParts {
  /** Handlers of `openRoutes`. */
  routes?: readonly BoundRoutes[];
  /** Serves what is no JSON route of `proto/`: tiles, pages, pictures. Paths are absolute. */
  mount?: (app: FastifyInstance) => Promise<void>;
  /** Takes what is written at such paths. */
  mountWrites?: (app: FastifyInstance) => Promise<void>;
  /** Ends answers that come bit by bit and are written here, before the process takes no more requests. */
  endStreams?: () => Promise<void>;
  /** Work at the start for processes of other releases; until it is done, those of the release before should stay. */
  complete?: Promise<unknown>;
  stop?: () => Promise<void>;
}

/** Means of reactors: commands, and reads that see everything. */
export interface ReactorServices {
  commands: CommandHandler;
  /** Reads as of a log position, of all there is unless somebody else looks. */
  reads: (after: Position, principal?: Principal) => Reads;
  workflows: Workflows;
  /** Keys of what is personal in events. */
  personalKeys: Pick<PersonalKeys, 'destroy'>;
  /** Whether an account was deleted and not begun anew, by the log. */
  isGone: (accountId: string) => Promise<boolean>;
  /** Removes what the embedded identity provider knows of the owner of an account. */
  forgetSignIn: (accountId: string) => Promise<void>;
}

/** Means of activities of workflows. */
export interface WorkflowServices extends ReactorServices {
  config: Config;
  engines: Adapters;
  /** Calls the product's own API as somebody, with their rights. */
  clientFor: ClientFor;
  /** Null where nothing is sold. */
  payments: Payments | null;
  log: Log;
}

/** Means of a context when the product starts. */
export interface StartServices {
  commands: CommandHandler;
  /** Calls the product's own API as somebody, like any client. */
  clientFor: ClientFor;
  log: Log;
}
/** A client of the product's own API as somebody, and for what it writes, if it is not just this that was asked for (`proto/kit/cause.ts`). */
export type ClientFor = <R extends Record<string, Route>>(routes: R, who: Caller, cause?: string) => Client<R>;

/** Somebody by what their provider calls them, or by their account; or whatever acts for the person with an account. */
export type Caller = ({ roles: readonly Role[] } & ({ subjectId: string } | { accountId: string })) | { delegatedBy: string };

export const defineService = (definition: ServiceDefinition): ServiceDefinition => definition;

/** A projection in the list of all: its handlers are called with events of `reads` only. */
export const anyProjection = <V extends EventVocabulary, C extends Collections>(projection: Projection<V, C>): AnyProjection => erase(projection);
