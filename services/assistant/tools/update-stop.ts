import { neighboursOf, placed, withoutTypedNames } from './placed-stop.ts';
import { type RunTool, said } from './tool-context.ts';

export const updateStop: RunTool<'update_stop'> = async ({ itineraryId, stopId, dayId, ...written }, { api }) => {
  const params = { itineraryId, id: stopId };
  const stop = await api.patchStop({ params, body: { ...said(written), ...(dayId && { dayIds: [dayId] }) } });
  const [named = stop] = await withoutTypedNames(api, [stop]);
  return placed(named, await neighboursOf(api, itineraryId, stop.dayIds, stopId), 'RECORDED');
};
