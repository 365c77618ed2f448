import { createHash } from 'node:crypto';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { kindOfPlace, type PicturedPlace, sceneOfPlace } from './place-scenes.ts';
import { type Scene, type SceneKind, sceneTimes, sceneVariantCount } from './scene.ts';
import { isLandscapeOrTown, kindsNamed, likelyKinds } from './words.ts';

/** Search text, and location or place, for which scenes are offered. */
export interface SceneQuery {
  words: string;
  near?: Coordinates | undefined;
  place?: PicturedPlace | undefined;
}

/**
 * Scene kinds that match, best first. A place of a known kind yields the scene kind of that place, then only landscapes and towns. Otherwise the
 * words decide.
 */
function fittingKinds({ words, place }: SceneQuery): SceneKind[] {
  const named = kindsNamed(words);
  if (!place || !kindOfPlace(place)) return named;
  const its = sceneOfPlace(place);
  return [...(its ? [its] : []), ...named.filter(isLandscapeOrTown)];
}

/** Each kind at each time of day. Neighbours differ in kind and time, if there are several kinds. */
function atAllTimes(kinds: readonly SceneKind[], start: number): Scene[] {
  // With 2, 6, 10, ... kinds, a step of one would repeat a time of day at the boundary of two rounds.
  const step = kinds.length % 4 === 2 ? 3 : 1;
  return sceneTimes.flatMap((_, turn) =>
    kinds.map((kind, place): Scene => {
      const time = sceneTimes[(start + place + turn * step) % sceneTimes.length] ?? 'day';
      return { kind, time, shape: 'landscape', variant: (start + turn * 67 + place * 29) % sceneVariantCount };
    }),
  );
}

/**
 * Scenes to choose from, best first and the same for the same words. Each kind appears at most once at each time of day, so no two scenes look alike.
 * If too few kinds match, likely kinds of the region follow.
 */
export function scenesToOffer(wanted: SceneQuery, count: number): Scene[] {
  const { words, near } = wanted;
  const start = createHash('sha256').update(words.trim().toLowerCase()).digest().readUInt16BE(0);
  const fitting = [...new Set(fittingKinds(wanted))];
  const around = likelyKinds(words, near).filter((kind) => !fitting.includes(kind));
  return [...atAllTimes(fitting, start), ...atAllTimes(around, start)].slice(0, count);
}
