import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { type AllowedChanges, carryOutChanges } from './allowed-changes.ts';

// A type alias, because an interface would not match the index signature of activities.
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
