import { type RunTool, said } from './tool-context.ts';

/** Private, so that nobody sees a plan before its owner wants that. */
export const createItinerary: RunTool<'create_itinerary'> = async (args, { api, key }) => {
  const { id, title } = await api.createItinerary({ body: { ...said(args), visibility: 'PRIVATE' }, idempotencyKey: key });
  return { id, title };
};
