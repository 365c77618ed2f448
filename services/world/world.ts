import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type WorldEvent, worldEvents } from '@waystory/proto/world/world.ts';

export interface WorldCommand {
  type: 'FinishSeeding' | 'FinishCovers';
  edition: string;
}

interface WorldState {
  /** Edition of the seed data; null until seeding is complete. */
  edition: string | null;
  /** True when the seeded entities have pictures; an older world gets them at the next start. */
  covered: boolean;
}

/** Id of the only stream of this category. */
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
