import { type RunTool, said } from './tool-context.ts';

export const updateItinerary: RunTool<'update_itinerary'> = async ({ itineraryId, ...changes }, { api }) => {
  const { id, title } = await api.patchItinerary({ params: { id: itineraryId }, body: said(changes) });
  return { id, title };
};
