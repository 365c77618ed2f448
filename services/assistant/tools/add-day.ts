import { type RunTool, said } from './tool-context.ts';

export const addDay: RunTool<'add_day'> = async ({ itineraryId, ...day }, { api, key }) => {
  const { id, number } = await api.addDay({ params: { itineraryId }, body: said(day), idempotencyKey: key });
  return { id, number };
};
