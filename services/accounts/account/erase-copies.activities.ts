import type { WorkflowServices } from '@waystory/infra/host/service.ts';

// A type, for only those are taken to have no other members.
export type EraseCopies = {
  eraseCopies: (account: { of: string }) => Promise<void>;
};

export const eraseCopiesActivities = ({ workflows, payments }: Pick<WorkflowServices, 'workflows' | 'payments'>): EraseCopies => ({
  async eraseCopies({ of: accountId }) {
    await workflows.forgetRunsOf(accountId);
    await payments?.forget(accountId);
  },
});
