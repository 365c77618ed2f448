import { visibility } from '@waystory/proto/itineraries/audience.ts';
import { type Day, dayFields } from '@waystory/proto/itineraries/day.ts';
import { type Itinerary, itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { z } from 'zod';
import { problemsWith } from '../saving/field-problem.ts';
import type { Versioned } from '../saving/versions.ts';

const itineraryText = z.object({ ...itineraryFields, visibility });
export type ItineraryText = z.output<typeof itineraryText>;
const dayText = z.object(dayFields);
export type DayText = z.output<typeof dayText>;

export const textOfItinerary = (itinerary: Itinerary): Versioned<ItineraryText> => {
  const { title, shortDescription, imageUrl, imageId, highlights, description, countryIds, firstDate, visibility, version } = itinerary;
  return { fields: { title, shortDescription, imageUrl, imageId, highlights, description, countryIds, firstDate, visibility }, version };
};

export const textOfDay = ({ title, description, version }: Day): Versioned<DayText> => ({ fields: { title, description }, version });

export const problemsOfItinerary = problemsWith<ItineraryText>(itineraryText);
export const problemsOfDay = problemsWith<DayText>(dayText);
