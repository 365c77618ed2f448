import { Rejected } from '../errors.ts';
import type { EventStore, RecordedEvent } from '../event-store/port.ts';
import { eventIdOf } from './command-attempt.ts';
import type { CommandContext, Outcome } from './command-handler.ts';
import type { AnyEvent, Stream } from './decider.ts';
import type { LoadedStreams } from './loaded-streams.ts';

/** Events that are read at once to find the last one of a command; hardly any command makes more. */
const eventsAtOnce = 16;

/**
 * What a request with a key did before in a stream; null when it did nothing yet. Of the stream no more is read than that takes.
 * @throws Rejected when another request was made under its key.
 */
export async function repetition<C, S, E extends AnyEvent>(
  { store, streams }: { store: EventStore; streams: LoadedStreams },
  stream: Stream<C, S, E>,
  name: string,
  context: CommandContext,
): Promise<Outcome<S> | null> {
  if (!context.requestHash) return null;
  const first = await store.find(eventIdOf(context, 0), name);
  if (!first) return null;
  if (first.stream !== name || first.meta.requestHash !== context.requestHash) throw new Rejected('request/key-reused');
  const { version, position } = await lastOfCommand(store, streams, first);
  return { state: await streams.stateAt(stream, name, version), version, position, replayed: true };
}

/** The last event of the command that made this one as its first. */
async function lastOfCommand(store: EventStore, streams: LoadedStreams, first: RecordedEvent): Promise<RecordedEvent> {
  // A command is stored whole, so a stream that is known to end here has no more of it.
  if (streams.inMemory(first.stream)?.version === first.version) return first;
  for (let last = first; ; ) {
    const events = await store.read(first.stream, last.version, last.version + eventsAtOnce);
    const other = events.findIndex(({ meta }) => meta.commandId !== first.meta.commandId);
    last = events[(other < 0 ? events.length : other) - 1] ?? last;
    if (other >= 0 || events.length < eventsAtOnce) return last;
  }
}
