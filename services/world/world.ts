import type { Stream } from '@waystory/infra/kit/decider.ts';
import { defineEvents, type EventOf } from '@waystory/proto/kit/event.ts';
import { z } from 'zod';

/** A finished world says so once; nothing outside this context listens to it. */
export const worldEvents = defineEvents({ WorldSeeded: z.object({ edition: z.string().min(1) }) });
export type WorldEvent = EventOf<typeof worldEvents>;

export interface WorldCommand {
  type: 'FinishSeeding';
  edition: string;
}

export interface WorldState {
  /** Edition of the data that was written; null as long as none was written to its end. */
  edition: string | null;
}

/** There is one world. */
export const worldId = '1';

export const worldStream: Stream<WorldCommand, WorldState, WorldEvent> = {
  category: 'world',
  stateVersion: 1,
  events: worldEvents,
  decider: {
    initial: { edition: null },
    decide: ({ edition }, world) => (world.edition ? [] : [{ type: 'WorldSeeded', data: { edition } }]),
    evolve: (_, { data }) => ({ edition: data.edition }),
  },
};
