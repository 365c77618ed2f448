import { visibility } from '@waystory/proto/itineraries/audience.ts';
import { type Day, dayFields } from '@waystory/proto/itineraries/day.ts';
import { type Itinerary, itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { z } from 'zod';
import { type Edits, editedFields, type Versioned } from '../saving/versions.ts';

const itineraryText = z.object({ ...itineraryFields, visibility });
export type ItineraryText = z.output<typeof itineraryText>;
const dayText = z.object(dayFields);
export type DayText = z.output<typeof dayText>;

export const textOfItinerary = (itinerary: Itinerary): Versioned<ItineraryText> => {
  const { title, shortDescription, imageUrl, imageId, highlights, description, countryIds, visibility, version } = itinerary;
  return { fields: { title, shortDescription, imageUrl, imageId, highlights, description, countryIds, visibility }, version };
};

export const textOfDay = ({ title, description, version }: Day): Versioned<DayText> => ({ fields: { title, description }, version });

/** First message of every edited field that its rule in `proto/` does not let pass. */
const problemsWith =
  <F extends object>(schema: z.ZodObject) =>
  (edits: Edits<F>): { [K in keyof F]?: string } => {
    const problems: { [K in keyof F]?: string } = {};
    const { error } = schema.partial().safeParse(edits);
    for (const field of editedFields(edits)) {
      const issue = error?.issues.find(({ path }) => path[0] === field);
      if (issue) problems[field] = issue.message;
    }
    return problems;
  };

export const problemsOfItinerary = problemsWith<ItineraryText>(itineraryText);
export const problemsOfDay = problemsWith<DayText>(dayText);
