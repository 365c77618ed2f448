import type { WorkflowServices } from '@waystory/infra/host/service.ts';

// A type alias, because an interface would not match the index signature of activities.
export type EraseCopies = {
  eraseCopies: (account: { of: string }) => Promise<void>;
};

export const eraseCopiesActivities = ({ workflows, payments }: Pick<WorkflowServices, 'workflows' | 'payments'>): EraseCopies => ({
  async eraseCopies({ of: accountId }) {
    await workflows.forgetRunsOf(accountId);
    await payments?.forget(accountId);
  },
});
