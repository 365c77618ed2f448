import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { countryStream } from '../country/country.ts';
import { pictureStream } from '../picture/picture.ts';

/** What a story or a stop refers to by its id. */
interface References {
  countryIds?: readonly string[] | undefined;
  imageId?: string | null | undefined;
}

/**
 * Those of the ids that nothing has, as memory and else the log tell: no read model is asked, which may be behind what was made a moment ago.
 */
export async function danglingIn({ countryIds = [], imageId }: References, commands: Pick<CommandHandler, 'recall'>): Promise<string[]> {
  const isThere = (state: unknown): boolean => state !== null;
  const [countries, image] = await Promise.all([
    Promise.all([...new Set(countryIds)].map(async (id) => ((await commands.recall(countryStream, id, isThere)).state ? [] : [id]))),
    imageId ? commands.recall(pictureStream, imageId, isThere) : null,
  ]);
  return [...countries.flat(), ...(imageId && !image?.state ? [imageId] : [])];
}

/**
 * What was there before may stay, for a country may have been deleted since.
 * @throws Rejected when something new dangles.
 */
export function mustNotDangle(
  dangling: readonly string[],
  { countryIds = [], imageId }: References,
  before: References,
  of: 'itinerary' | 'stop',
): void {
  const unknown = countryIds.filter((id) => dangling.includes(id) && !before.countryIds?.includes(id));
  if (unknown.length > 0) throw new Rejected(`${of}/no-such-country`, { path: 'body.countryIds', countryIds: unknown });
  if (imageId && imageId !== before.imageId && dangling.includes(imageId)) {
    throw new Rejected(`${of}/no-such-image`, { path: 'body.imageId', imageId });
  }
}
