import { Rejected } from '@waystory/infra/errors.ts';
import { sourceOf } from './lookup-location.ts';
import { farthest, kmFromNearest, neighboursOf, placed } from './placed-stop.ts';
import { omitNulls, type RunTool } from './tool-context.ts';

/** Only looked-up places are accepted, because a model may invent an id. */
export const addStop: RunTool<'add_stop'> = async ({ itineraryId, dayId, placeId, ...written }, { api, key, places }) => {
  const mapboxId = places.get(placeId);
  if (mapboxId === undefined) throw new Rejected('place/not-looked-up');
  const neighbours = await neighboursOf(api, itineraryId, [dayId]);
  const place = mapboxId === null ? { placeId } : { mapboxId };
  const body = { ...omitNulls(written), ...place, dayIds: [dayId], state: 'SUGGESTED' as const };
  const stop = await api.addStop({ params: { itineraryId }, body, idempotencyKey: key });
  const others = neighbours.filter(({ id }) => id !== stop.id);
  const km = kmFromNearest(stop.place.coordinates, others);
  if (km !== null && km > farthest) {
    await api.deleteStop({ params: { itineraryId, id: stop.id } });
    throw new Rejected('place/far-away', { km });
  }
  return placed(stop, others, sourceOf(mapboxId));
};
