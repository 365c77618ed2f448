import type { Country } from '@waystory/proto/itineraries/country.ts';
import { folded } from '../../../lib/folded.ts';

type Named = Pick<Country, 'name' | 'code'>;

/** Countries that the words fit: those whose name begins with them first, then those with such a word, then any that contain them. */
export function matchingCountries<C extends Named>(countries: readonly C[], words: string): C[] {
  const sought = folded(words.trim());
  if (sought === '') return [...countries];
  const rank = ({ name, code }: Named): number => {
    const text = folded(name);
    if (text.startsWith(sought) || code.toLowerCase() === sought) return 0;
    if (text.split(/[^\p{Letter}]+/u).some((word) => word.startsWith(sought))) return 1;
    return text.includes(sought) ? 2 : 3;
  };
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter((match) => match.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ country }) => country);
}
