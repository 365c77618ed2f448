import { numbersFrom } from '../harness/seeded-numbers.ts';

const syllables = 'ka lo ri ven mar tu sel dor ni pa gra bel ost hel vin cor mi ra san ter qui lan fo ze bru ett ano ia ard ow'.split(' ');
const size = 30_000;
const seed = 7;

let made: string[] | null = null;

/** Words that sound like names and are in no language: of 2 to 4 syllables, so that many are an edit apart. */
export function makeVocabulary(): readonly string[] {
  if (made) return made;
  const next = numbersFrom(seed);
  const words = new Set<string>();
  while (words.size < size) {
    const length = 2 + Math.floor(next() * 3);
    const word = Array.from({ length }, () => syllables[Math.floor(next() * syllables.length)]).join('');
    if (word.length > 4) words.add(word);
  }
  made = [...words];
  return made;
}
