import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { RunTool } from './tool-context.ts';

/** One that is gone already is what was asked for: a call may be repeated. */
export const removeStop: RunTool<'remove_stop'> = async ({ itineraryId, stopId }, { api }) => {
  await api.deleteStop({ params: { itineraryId, id: stopId } }).catch((error: unknown) => {
    if (!(error instanceof ResponseError && error.problem?.code === 'stop/unknown')) throw error;
  });
  return { id: stopId };
};
