import { z } from 'zod';
import { line, numberInQuery, whole } from '../kit/field.ts';
import { pageNumber } from '../kit/list.ts';

/** Maximum number of hits that are reachable by page number. */
const mostHits = 10_000;

/** Parameters of every search (spec 7). */
export const searchParameters = {
  q: line(200, 'Say what to look for').describe('Words to look for; the last one may be unfinished'),
  page: pageNumber,
  limit: numberInQuery(whole.min(1, 'At least 1').max(100, 'At most 100')).default(20),
  minScore: numberInQuery(z.number('Must be a number').min(0, 'At least 0').max(1, 'At most 1'))
    .default(0)
    .describe('Least score of a result, 0 to 1; 0 without'),
  fuzzyMatch: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true')
    .describe('Whether words may have a typo: one from 4 characters, two from 8'),
};

/** A name to search for, without regard to case and accents. */
export const nameParameter = line(120);

/** Query of a search with the further parameters `more`. */
export const searchQuery = <S extends z.ZodRawShape>(more: S) =>
  z.strictObject({ ...searchParameters, ...more }).refine(
    // as: the shape holds `page` and `limit`, which TypeScript cannot see in a generic
    (query) => withinReach(query as unknown as Pick<SearchQuery, 'page' | 'limit'>),
    { message: `Only the first ${mostHits} results can be reached`, path: ['page'] },
  );

const withinReach = ({ page, limit }: Pick<SearchQuery, 'page' | 'limit'>): boolean => page * limit <= mostHits;

const parameters = z.object(searchParameters);
export type SearchQuery = z.output<typeof parameters>;

/** spec 3: Search results. */
export const searchResultsOf = <T extends z.ZodType>(entity: T) =>
  z.object({
    results: z.array(
      z.object({
        entity,
        score: z.number().describe('How well it matches, 0 to 1'),
        matchedFields: z.array(z.string()).describe('What matched, the most telling first'),
        highlights: z.record(z.string(), z.string()).describe('Of each the part that matched: matches in <em>, everything else escaped for HTML'),
      }),
    ),
    total: z.int().describe('Counted up to 10000'),
    page: z.int(),
    limit: z.int(),
    query: z.string(),
    duration: z.number().describe('Milliseconds'),
  });
