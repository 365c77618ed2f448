import { z } from 'zod';
import { stopState } from '../../itineraries/stop.ts';
import { coordinates, id } from '../../kit/field.ts';

/** Source of a place: a stored place, the built-in gazetteer, or the map service. */
export const placeSource = z.enum(['RECORDED', 'GAZETTEER', 'MAP_SERVICE']);
export type PlaceSource = z.output<typeof placeSource>;

/** A stop after a write, for the language model and for the card of the call in the chat. */
export const placedStop = z.object({
  id,
  title: z.string(),
  state: stopState.describe('SUGGESTED until the user accepts it'),
  place: z.object({ id, name: z.string(), placeName: z.string().describe('Name with its surroundings'), coordinates, source: placeSource }),
  kmFromDay: z.number().min(0).nullable().describe('From the nearest other stop of its day; null when it is the first'),
});
