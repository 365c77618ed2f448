import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { type AllowedChanges, carryOutChanges } from './allowed-changes.ts';

export const changeActivities = ({ commands, workflows, engines }: Pick<WorkflowServices, 'commands' | 'workflows' | 'engines'>) => ({
  async carryOut(changes: AllowedChanges): Promise<null> {
    await carryOutChanges(changes, { commands, workflows, events: engines.events });
    return null;
  },
});
export type ChangeActivities = ReturnType<typeof changeActivities>;
