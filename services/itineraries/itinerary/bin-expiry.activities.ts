import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { binExpiryCause } from '@waystory/proto/kit/cause.ts';
import type { Binned } from './bin-expiry.workflow.ts';
import { storyStream } from './story.stream.ts';

// A type, not an interface: only a type is known to have no other members.
export type BinExpiryActivities = {
  emptyBin: (binned: Binned) => Promise<void>;
};

export const binExpiryActivities = ({ commands }: Pick<WorkflowServices, 'commands'>): BinExpiryActivities => ({
  async emptyBin({ itineraryId, version, binnedAt }) {
    const now = new Date().toISOString();
    const context = { actorId: null, now, commandId: derivedId('bin-expiry', itineraryId, String(version)), cause: binExpiryCause(version) };
    await commands.execute(storyStream, itineraryId, [{ type: 'EmptyBin', binnedAt }], context);
  },
});
