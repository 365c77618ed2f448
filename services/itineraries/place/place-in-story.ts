import { centreOf } from '@waystory/infra/places/gazetteer.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Choice, choose, type StoryArea } from './place-choice.ts';
import type { RankedFind } from './place-finds.ts';

/** Number of finds that decide whether words mean one place: enough for every large town of one name. */
const most = 20;

/** Finds places by some words, near a point where one is given. */
export type FindNear = (options: { near: Coordinates | undefined; limit: number }) => Promise<RankedFind[]>;

/** The chosen place or the candidates for some words in a story, with all results. */
export async function findInStory(area: StoryArea, find: FindNear): Promise<{ choice: Choice; ranked: readonly RankedFind[] }> {
  const ranked = await findsFor(area, find);
  return { choice: choose(ranked, area), ranked };
}

/** Results near the story, and the best known ones. Two requests, as either kind may fill all answers. */
async function findsFor({ points, countryCodes }: StoryArea, find: FindNear): Promise<RankedFind[]> {
  const [code] = countryCodes;
  const near = points.at(-1) ?? (code === undefined ? undefined : await centreOf(code));
  const [known, nearby] = await Promise.all([find({ near: undefined, limit: most }), near ? find({ near, limit: most }) : []]);
  const idOf = ({ item }: RankedFind): string => item.placeId ?? item.mapboxId ?? item.placeName;
  const ids = new Set(known.map(idOf));
  return [...known, ...nearby.filter((one) => !ids.has(idOf(one)))];
}
