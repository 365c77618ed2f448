import { comparable } from '@waystory/infra/places/name-words.ts';
import type { Atlas, Point } from '../world/atlas.ts';

interface NamedPoint {
  point: Point;
  names: readonly string[];
}
const known = new WeakMap<Atlas, readonly NamedPoint[]>();

/** Names that are ordinary words as well. */
const everyday: ReadonlySet<string> = new Set(
  'alfama,chinatown,old bridge,new square,rialto,old town,the bund,city park,central market,cathedral,old city,palace,square,capitol,the mall,opera'.split(
    ',',
  ),
);
const shortest = 5;

function namesOf(atlas: Atlas): readonly NamedPoint[] {
  const before = known.get(atlas);
  if (before) return before;
  const cityNames = new Set(atlas.cities.flatMap(({ name, otherNames }) => [name, ...otherNames].map(comparable)));
  const isTelling = (name: string): boolean => name.length >= shortest && !everyday.has(name) && !cityNames.has(name);
  const points = atlas.cities.flatMap(({ points: all }) =>
    all.map((point) => ({ point, names: [...new Set([point.name, ...point.otherNames].map(nameWithoutArticle))].filter(isTelling) })),
  );
  known.set(atlas, points);
  return points;
}

const nameWithoutArticle = (name: string): string => comparable(name.replace(/\(.*\)/, '')).replace(/^(the|el|la|le|il) /, '');

/** Points of the atlas that a text calls by one of their names, in its order. */
export const pointsNamedIn = (text: string, atlas: Atlas): Point[] => namedIn(text, atlas).map(({ point }) => point);

/** A text without names of points, whose words are not meant as such: the British Museum is no wish for museums. */
export function withoutPointNames(text: string, atlas: Atlas): string {
  return namedIn(text, atlas).reduce((rest, { name }) => rest.replace(new RegExp(name.replaceAll(' ', '[^\\p{L}\\p{N}]+'), 'iu'), ' , '), text);
}

function namedIn(text: string, atlas: Atlas): { point: Point; name: string }[] {
  const plain = ` ${comparable(text)} `;
  const hits = namesOf(atlas).flatMap(({ point, names }) => {
    const found = names.map((name) => ({ point, name, at: plain.indexOf(` ${name} `), length: name.length })).filter(({ at }) => at >= 0);
    return found.sort((a, b) => b.length - a.length).slice(0, 1);
  });
  const isInside = (hit: (typeof hits)[number]): boolean =>
    hits.some((other) => other !== hit && other.length > hit.length && other.at <= hit.at && hit.at + hit.length <= other.at + other.length);
  return hits.filter((hit) => !isInside(hit)).sort((a, b) => a.at - b.at);
}
