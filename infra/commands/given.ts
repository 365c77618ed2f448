import { expect } from 'vitest';
import { Rejected } from '../errors.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';

/** Given events, when a command, then events: how the rules of a stream are tested. */
export function given<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, history: readonly E[], id = 'f0000000-0000-8000-8000-000000000000') {
  const at = '2026-01-01T00:00:00.000Z';
  const evolve = (state: S, event: E, version: number): S =>
    stream.decider.evolve(state, { ...event, stream: streamName(stream.category, id), version, at });
  const state = history.reduce((before, event, index) => evolve(before, event, index + 1), stream.decider.initial);
  return {
    state,
    when: (command: C) => ({
      /** The command leads to exactly these events; goes on from there. */
      // biome-ignore lint/suspicious/noThenProperty: given/when/then is the field's own wording, and nobody awaits this.
      then(events: readonly E[]) {
        expect(stream.decider.decide(command, state)).toEqual(events);
        return given(stream, [...history, ...events], id);
      },
      /** The command is refused with this code. */
      rejects(code: string, data?: Record<string, unknown>) {
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
