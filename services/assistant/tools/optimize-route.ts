import { type RunTool, said } from './tool-context.ts';

export const optimizeRoute: RunTool<'optimize_route'> = async ({ itineraryId, dayId, ...rules }, { api, key }) =>
  api.optimizeDay({ params: { itineraryId, id: dayId }, body: said(rules), idempotencyKey: key });
