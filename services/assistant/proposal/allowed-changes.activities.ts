import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { type AllowedChanges, carryOutChanges } from './allowed-changes.ts';

// A type, for only those are taken to have no other members.
export type ChangeActivities = {
  carryOut: (changes: AllowedChanges) => Promise<null>;
};

export const changeActivities = ({
  commands,
  workflows,
  engines,
}: Pick<WorkflowServices, 'commands' | 'workflows' | 'engines'>): ChangeActivities => ({
  async carryOut(changes) {
    await carryOutChanges(changes, { commands, workflows, events: engines.events });
    return null;
  },
});
