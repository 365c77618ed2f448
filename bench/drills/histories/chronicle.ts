import { type AnyEvent, type EventContext, type Stream, streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';

/** An in-memory log that the product's deciders fill. */
export interface SimulatedLog {
  log: readonly RecordedEvent[];
  /** Executes a command; a refused command appends nothing. */
  tell<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, command: C, actor: Principal): void;
  state<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string): S;
}

const [secondMs, dayMs] = [1_000, 86_400_000];
/** Day of the first log. All logs end before 2100, when their tokens are issued. */
const firstDay = Date.UTC(1980, 0, 1);
let chronicles = 0;

/**
 * Creates an empty log. Each log is on another day, because some read models store one document per day.
 * @param salt makes the ids unique
 */
export function createSimulatedLog(salt: string): SimulatedLog {
  const began = firstDay + chronicles++ * dayMs;
  const log: RecordedEvent[] = [];
  const record = <E extends AnyEvent>(stream: string, vocabulary: Stream<unknown, unknown, E>['events'], event: E, actor: Principal): void => {
    const position = log.length + 1;
    const role = actor.roles[0];
    log.push({
      id: derivedId(salt, String(position)),
      type: event.type,
      schema: schemaVersion(vocabulary, event.type),
      data: JSON.parse(JSON.stringify(event.data)),
      at: new Date(began + position * secondMs).toISOString(),
      meta: { actorId: actor.accountId, commandId: derivedId(salt, 'command', String(position)), ...(role && { role }) },
      stream,
      version: log.filter((one) => one.stream === stream).length + 1,
      position,
    });
  };
  const state = <C, S, E extends AnyEvent>({ category, decider }: Stream<C, S, E>, id: string): S => {
    const own = log.filter(({ stream }) => stream === streamName(category, id));
    // A stream holds events of one decider only.
    return own.reduce(
      (before, { type, data, stream, version, at }) => decider.evolve(before, { type, data, stream, version, at } as unknown as E & EventContext),
      decider.initial,
    );
  };
  return {
    log,
    state,
    tell: (stream, id, command, actor) => {
      try {
        for (const event of stream.decider.decide(command, state(stream, id))) record(streamName(stream.category, id), stream.events, event, actor);
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
      }
    },
  };
}
