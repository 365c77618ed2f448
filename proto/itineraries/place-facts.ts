import { z } from 'zod';
import { id } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { language } from '../texts/locale.ts';

export type Language = z.output<typeof language>;

/** Facts about a place: sentences of an encyclopedia, and its website. */
export const placeFacts = z.object({
  summary: z
    .object({
      text: z.string().describe('Some lines, plain text'),
      language: language.describe('The one that was asked for, or English'),
      source: z.string(),
      licence: z.string(),
      url: z.string().describe('The whole article'),
    })
    .nullable(),
  website: z.string().nullable().describe('Its own, by its word'),
});
export type PlaceFacts = z.output<typeof placeFacts>;

export const placeFactsRoutes = defineRoutes({
  getPlaceFacts: route.get(
    '/places/:id/facts',
    'What open encyclopedias tell of a place; nothing where none is asked, or while it is away',
    'geography.read',
    {
      params: z.object({ id }),
      query: z.strictObject({ language: language.default('en') }),
      reply: z.object({ facts: placeFacts.nullable() }),
      errors: ['place/unknown'],
    },
  ),
});
