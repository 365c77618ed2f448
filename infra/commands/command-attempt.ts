import { upcast, writtenForm } from '@waystory/proto/kit/event.ts';
import type { NewEvent, RecordedEvent } from '../event-store/port.ts';
import { derivedId, newId } from '../identifier.ts';
import type { CommandContext, Loaded } from './command-handler.ts';
import type { AnyEvent, EventContext, Stream } from './decider.ts';

/** What commands would add to a stream, and the state after it. */
export interface Attempt<S> extends Loaded<S> {
  events: NewEvent[];
}

export const unbegun = <C, S, E extends AnyEvent>({ decider }: Stream<C, S, E>): Loaded<S> => ({ state: decider.initial, version: 0 });

/** The state after some events on top of another. */
export function replay<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, state: S, events: readonly RecordedEvent[], name: string): S {
  const known = events.map(({ type, schema, data, version, at }) => {
    const event = { type, data: upcast(stream.events, { type, schema, data }), stream: name, version, at };
    return event as unknown as E & EventContext; // the vocabulary of the stream is the union E
  });
  return evolved(stream, state, known);
}

function evolved<C, S, E extends AnyEvent>({ decider }: Stream<C, S, E>, state: S, events: readonly (E & EventContext)[]): S {
  return decider.evolveAll && events.length > 1 ? decider.evolveAll(state, events) : events.reduce(decider.evolve, state);
}

/**
 * Events of some commands, each decided on what the one before led to, and the state after them.
 * @throws Rejected when a rule says no.
 */
export function attempt<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  commands: readonly C[],
  on: Loaded<S>,
  context: CommandContext,
): Attempt<S> {
  let { state, version } = on;
  const added: NewEvent[] = [];
  for (const command of commands) {
    const events = stream.decider.decide(command, state);
    const { now: at } = context;
    state = evolved(
      stream,
      state,
      events.map((event, index) => ({ ...event, stream: name, version: version + index + 1, at })),
    );
    version += events.length;
    for (const event of events) added.push(newEvent(stream, event, context, added.length));
  }
  return { state, version, events: added };
}

/** Id of an event of a command that may be repeated, counted from 0. It follows from the key alone, so that a log shows it wherever the key was used. */
export const eventIdOf = ({ commandId }: Pick<CommandContext, 'commandId'>, index: number): string => derivedId(commandId, String(index));

function newEvent<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, { type, data }: E, context: CommandContext, index: number): NewEvent {
  const { now, actorId, commandId, requestHash, traceId, spanId, role, jobId, cause } = context;
  const meta = {
    actorId,
    commandId,
    ...(requestHash && { requestHash }),
    ...(traceId && { traceId }),
    ...(spanId && { spanId }),
    ...(role && { role }),
    ...(jobId && { jobId }),
    ...(cause && { cause }),
  };
  // Only a request that may be repeated needs ids that its repetition finds again.
  const id = requestHash ? eventIdOf(context, index) : newId();
  // Rules make events from what was checked at the door, and their tests hold them to the schemas: here nothing is left to check.
  return { id, type, ...writtenForm(stream.events, type, data as Record<string, unknown>), meta, at: now }; // vocabularies are of objects
}
