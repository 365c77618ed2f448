import { neighboursOf, placed } from './placed-stop.ts';
import { type RunTool, said } from './tool-context.ts';

export const updateStop: RunTool<'update_stop'> = async ({ itineraryId, stopId, dayId, ...written }, { api }) => {
  const params = { itineraryId, id: stopId };
  const stop = await api.patchStop({ params, body: { ...said(written), ...(dayId && { dayIds: [dayId] }) } });
  return placed(stop, await neighboursOf(api, itineraryId, stop.dayIds, stopId), 'RECORDED');
};
