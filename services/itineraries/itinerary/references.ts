import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import { imageIdsOf } from '@waystory/proto/itineraries/stop.ts';
import { countryStream } from '../country/country.ts';
import { pictureStream } from '../picture/picture.ts';

/** Ids that a story or a stop refers to. */
interface References {
  countryIds?: readonly string[] | undefined;
  imageId?: string | null | undefined;
  gallery?: readonly { imageId: string | null }[] | undefined;
}

const imagesIn = (references: References): string[] => [...new Set(imageIdsOf(references).filter((id) => id !== null))];

/** Ids of missing records, by memory or else by the log. Read models are not used, because they may lag behind a recent write. */
export async function findMissingReferences(references: References, commands: Pick<CommandHandler, 'recall'>): Promise<string[]> {
  const isThere = (state: unknown): boolean => state !== null;
  const dangling = await Promise.all([
    ...[...new Set(references.countryIds)].map(async (id) => ((await commands.recall(countryStream, id, isThere)).state ? [] : [id])),
    ...imagesIn(references).map(async (id) => ((await commands.recall(pictureStream, id, isThere)).state ? [] : [id])),
  ]);
  return dangling.flat();
}

/**
 * A reference of an earlier version may stay, because its country may have been deleted meanwhile.
 * @param path Path of the entity in the request.
 * @throws Rejected when a new reference has no record.
 */
export function assertReferencesExist(
  dangling: readonly string[],
  references: References,
  before: References,
  of: 'itinerary' | 'stop',
  path = 'body',
): void {
  const { countryIds = [], imageId } = references;
  const unknown = countryIds.filter((id) => dangling.includes(id) && !before.countryIds?.includes(id));
  if (unknown.length > 0) throw new Rejected(`${of}/no-such-country`, { path: `${path}.countryIds`, countryIds: unknown });
  const known = imagesIn(before);
  const isNew = (id: string | null | undefined): id is string => Boolean(id && dangling.includes(id) && !known.includes(id));
  if (isNew(imageId)) throw new Rejected(`${of}/no-such-image`, { path: `${path}.imageId`, imageId });
  references.gallery?.forEach((picture, index) => {
    if (isNew(picture.imageId)) throw new Rejected(`${of}/no-such-image`, { path: `${path}.gallery[${index}].imageId`, imageId: picture.imageId });
  });
}
