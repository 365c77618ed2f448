import type { ParsedRequest, Reply, Route, StreamedReply } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import type { CommandBatch, CommandHandler } from '../commands/command-handler.ts';
import { type AnyEvent, type CommandContext, CommandWithLinks, type Expectation, type Stream } from '../commands/decider.ts';
import { eraseType } from '../erase.ts';
import { Rejected } from '../errors.ts';
import type { Position } from '../event-store/port.ts';
import type { Identity } from '../identity/port.ts';
import type { Principal } from '../identity/principal.ts';
import type { JsonBody } from '../read-models/reads/json-text.ts';
import type { Reads } from '../read-models/reads/read-side.ts';
import type { Workflows } from '../workflows/port.ts';
import type { StreamBody } from './send-reply.ts';

/** A parsed request with all inputs that pure rules cannot fetch themselves. */
export type RouteRequest<R extends Route> = ParsedRequest<R> & {
  principal: Principal;
  /** Identity from the verified token; null for an anonymous visitor. */
  identity: Identity | null;
  /** Id for the entity that a POST creates. */
  newId: string;
  context: CommandContext;
  ifMatch: NonNullable<Expectation['ifMatch']> | null;
};

export interface RouteResponse<T> {
  body: T;
  /** Log position, sent as `x-position`. */
  position?: Position;
  replayed?: boolean;
  /** Version of a body that is JSON text, sent as ETag. */
  version?: number;
  /** One of the route's `statuses`; the first by default. */
  status?: number;
}

/** Services for handlers. */
export interface HandlerServices {
  commands: CommandHandler;
  /** Reads of documents visible to the caller. They include everything up to `x-after`. */
  reads: Reads;
  workflows: Workflows;
}

/** A handler that returns an object. */
export type PlainHandler<R extends Route> = (request: RouteRequest<R>, services: HandlerServices) => Promise<RouteResponse<Reply<R>>>;
type Body<R extends Route> = R extends { streamed: StreamedReply } ? StreamBody : Reply<R> | JsonBody<Reply<R>>;
/** A handler that returns an object, its JSON text, or a stream, as its route declares. */
export type Handler<R extends Route> = (request: RouteRequest<R>, services: HandlerServices) => Promise<RouteResponse<Body<R>>>;
export type AnyHandler = (request: never, services: HandlerServices) => Promise<RouteResponse<unknown>>;

export interface BoundRoutes {
  routes: Record<string, Route>;
  handlers: Record<string, AnyHandler>;
  /** Adds parsers for bodies other than JSON to the scope of these routes. */
  accept?: (scope: FastifyInstance) => Promise<void>;
  /** Names of routes that this installation lacks; OpenAPI describes them nevertheless. */
  absent?: readonly string[];
}

/** Binds every route of a proto file to its handler; a missing or misspelt name is a type error. */
export const bindRoutes = <const R extends Record<string, Route>>(routes: R, handlers: { [K in keyof R]: Handler<R[K]> }): BoundRoutes => ({
  routes,
  handlers: eraseType(handlers),
});

/** Account id of the caller, on a route that requires a sign-in. */
export function requireAccountId({ principal }: { principal: Principal }): string {
  if (!principal.accountId) throw new Rejected('auth/required');
  return principal.accountId;
}

/** A command, optionally with linked commands on other streams. */
type Command<C> = C | CommandWithLinks<C>;

/**
 * Creates handlers of routes that write to one category of streams. A handler executes the command of a request and returns `present` of the state
 * after it. A command that depends on other entities is created by a function, which is not called for a repetition.
 */
export const commandRouteHandler =
  <C, S, E extends AnyEvent>(stream: Stream<C, S, E>) =>
  <R extends Route>(
    toCommand: (request: RouteRequest<R>, services: HandlerServices) => { id: string; command: C | (() => Promise<Command<C>>) },
    present: (state: S, request: RouteRequest<R>) => Reply<R>,
  ): PlainHandler<R> =>
  async (request, services) => {
    const { id, command } = toCommand(request, services);
    const { ifMatch, context } = request;
    const make = async (): Promise<CommandBatch<C>> => {
      const made = typeof command === 'function' ? await (command as () => Promise<Command<C>>)() : command; // commands are data, never functions
      return made instanceof CommandWithLinks ? made : [made];
    };
    const { state, position, replayed } = await services.commands.execute(stream, id, make, context, { ifMatch });
    return { body: present(state, request), position, replayed };
  };
