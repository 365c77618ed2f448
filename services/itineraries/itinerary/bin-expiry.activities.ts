import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { binExpiryCause } from '@waystory/proto/kit/cause.ts';
import type { BinnedItinerary } from './bin-expiry.workflow.ts';
import { storyStream } from './story.stream.ts';

export const binExpiryActivities = ({ commands }: Pick<WorkflowServices, 'commands'>) => ({
  async emptyBin({ itineraryId, version, binnedAt }: BinnedItinerary): Promise<void> {
    const now = new Date().toISOString();
    const context = { actorId: null, now, commandId: derivedId('bin-expiry', itineraryId, String(version)), cause: binExpiryCause(version) };
    await commands.execute(storyStream, itineraryId, [{ type: 'EmptyBin', binnedAt }], context);
  },
});
export type BinExpiryActivities = ReturnType<typeof binExpiryActivities>;
