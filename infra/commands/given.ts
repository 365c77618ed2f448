import { expect } from 'vitest';
import { Rejected } from '../errors.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';

/** State of a stream after some events, with assertions on its next command. */
interface Given<C, S, E> {
  state: S;
  when(command: C): {
    /** Asserts exactly these events; the next command continues from them. */
    then(events: readonly E[]): Given<C, S, E>;
    /** Asserts that the command is refused with this code. */
    rejects(code: string, data?: Record<string, unknown>): Given<C, S, E>;
  };
}

/** Given-when-then test of a stream's rules: given events, when a command, then events. */
export function given<C, S, E extends AnyEvent>(
  stream: Stream<C, S, E>,
  history: readonly E[],
  id = 'f0000000-0000-8000-8000-000000000000',
): Given<C, S, E> {
  const at = '2026-01-01T00:00:00.000Z';
  const evolve = (state: S, event: E, version: number): S =>
    stream.decider.evolve(state, { ...event, stream: streamName(stream.category, id), version, at });
  const state = history.reduce((before, event, index) => evolve(before, event, index + 1), stream.decider.initial);
  return {
    state,
    when: (command: C) => ({
      // biome-ignore lint/suspicious/noThenProperty: given/when/then is the field's own wording, and nobody awaits this.
      then(events) {
        const decided = stream.decider.decide(command, state);
        expect(decided).toEqual(events);
        for (const { type, data } of decided) mustFollowSchema(stream, type, data);
        return given(stream, [...history, ...events], id);
      },
      rejects(code, data) {
        try {
          const events = stream.decider.decide(command, state);
          expect.fail(`expected ${code}, got ${JSON.stringify(events)}`);
        } catch (error) {
          if (!(error instanceof Rejected)) throw error;
          expect({ code: error.code, ...(data && { data: error.data }) }).toEqual({ code, ...(data && { data }) });
        }
        return given(stream, history, id);
      },
    }),
  };
}

/** Events are stored exactly as rules return them, so parsing with the schema must not change their data. */
function mustFollowSchema<C, S, E extends AnyEvent>({ category, events }: Stream<C, S, E>, type: string, data: unknown): void {
  const schema = events.schemas[type];
  if (!schema) expect.fail(`${type} is not an event of ${category}`);
  expect(schema.parse(data), type).toEqual(data);
}
