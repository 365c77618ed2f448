import type { Stream } from '@waystory/infra/kit/decider.ts';
import { defineEvents, type EventOf } from '@waystory/proto/kit/event.ts';
import { z } from 'zod';

/** A finished world says so once, and once that it has its pictures; nothing outside this context listens to it. */
export const worldEvents = defineEvents({
  WorldSeeded: z.object({ edition: z.string().min(1) }),
  WorldCovered: z.object({ edition: z.string().min(1) }),
});
export type WorldEvent = EventOf<typeof worldEvents>;

export interface WorldCommand {
  type: 'FinishSeeding' | 'FinishCovers';
  edition: string;
}

export interface WorldState {
  /** Edition of the data that was written; null as long as none was written to its end. */
  edition: string | null;
  /** Whether it has its pictures; worlds from before there were any get them later. */
  covered: boolean;
}

/** There is one world. */
export const worldId = '1';

export const worldStream: Stream<WorldCommand, WorldState, WorldEvent> = {
  category: 'world',
  stateVersion: 2,
  events: worldEvents,
  decider: {
    initial: { edition: null, covered: false },
    decide({ type, edition }, world) {
      switch (type) {
        case 'FinishSeeding':
          return world.edition ? [] : [{ type: 'WorldSeeded', data: { edition } }];
        case 'FinishCovers':
          return world.covered ? [] : [{ type: 'WorldCovered', data: { edition } }];
        default:
          return type satisfies never;
      }
    },
    evolve: (world, { type, data }) => (type === 'WorldSeeded' ? { ...world, edition: data.edition } : { ...world, covered: true }),
  },
};
