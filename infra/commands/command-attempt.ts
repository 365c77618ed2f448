import { schemaVersion, upcast } from '@waystory/proto/kit/event.ts';
import { Rejected } from '../errors.ts';
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
  const { evolve, evolveAll } = stream.decider;
  return evolveAll ? evolveAll(state, known) : known.reduce(evolve, state);
}

/** Events of all commands on top of `on`, and the state after them; `stale` when a refusal may be due to old memory. */
export function attempt<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  name: string,
  commands: readonly C[],
  on: Loaded<S>,
  context: CommandContext,
  precondition: (state: S) => void,
  fresh: boolean,
): Attempt<S> | 'stale' {
  const attempted: Attempt<S> = { ...on, events: [] };
  try {
    for (const command of commands) {
      for (const event of stream.decider.decide(command, attempted.state)) {
        attempted.version += 1;
        attempted.events.push(newEvent(stream, event, context, attempted.events.length));
        attempted.state = stream.decider.evolve(attempted.state, { ...event, stream: name, version: attempted.version, at: context.now });
      }
    }
    // After the rules: whether a version fits is nobody's business who may not know the thing.
    precondition(on.state);
  } catch (error) {
    if (error instanceof Rejected && !fresh) return 'stale';
    throw error;
  }
  return attempted.events.length === 0 && !fresh ? 'stale' : attempted;
}

/** Id of an event of a command that may be repeated, counted from 0. It follows from the key alone, so that a log shows it wherever the key was used. */
export const eventIdOf = ({ commandId }: CommandContext, index: number): string => derivedId(commandId, String(index));

function newEvent<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, { type, data }: E, context: CommandContext, index: number): NewEvent {
  const schema = stream.events.schemas[type];
  if (!schema) throw new Error(`${type} is not an event of ${stream.category}`);
  const { now, actorId, commandId, requestHash, traceId, role, jobId } = context;
  const meta = {
    actorId,
    commandId,
    ...(requestHash && { requestHash }),
    ...(traceId && { traceId }),
    ...(role && { role }),
    ...(jobId && { jobId }),
  };
  // Only a request that may be repeated needs ids that its repetition finds again.
  const id = requestHash ? eventIdOf(context, index) : newId();
  return { id, type, schema: schemaVersion(stream.events, type), data: schema.parse(data), meta, at: now };
}
