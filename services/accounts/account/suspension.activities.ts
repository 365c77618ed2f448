import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { suspensionEndCause } from '@waystory/proto/kit/cause.ts';
import { accountStream } from './account.ts';
import type { EndingSuspension } from './suspension.workflow.ts';

export const suspensionActivities = ({ commands }: Pick<WorkflowServices, 'commands'>) => ({
  async endSuspension({ accountId, version }: EndingSuspension): Promise<void> {
    const now = new Date().toISOString();
    const commandId = derivedId('suspension-end', accountId, String(version));
    const context = { actorId: null, now, commandId, cause: suspensionEndCause(version) };
    await commands.execute(accountStream, accountId, [{ type: 'EndSuspension', accountId, version }], context);
  },
});
export type SuspensionActivities = ReturnType<typeof suspensionActivities>;
