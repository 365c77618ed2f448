import type { WorkflowServices } from '@waystory/infra/host/service.ts';

export const eraseCopiesActivities = ({ workflows, payments }: Pick<WorkflowServices, 'workflows' | 'payments'>) => ({
  async eraseCopies({ of: accountId }: { of: string }): Promise<void> {
    await workflows.forgetRunsOf(accountId);
    await payments?.forget(accountId);
  },
});
export type EraseCopiesActivities = ReturnType<typeof eraseCopiesActivities>;
