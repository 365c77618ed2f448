import { readFileSync } from 'node:fs';
import { comparable } from './name-words.ts';
import { otherNames } from './other-names.ts';

interface NamedTowns {
  byId: Map<number, string>;
  byName: Map<string, string>;
}
let read: NamedTowns | undefined;
const nameKey = (countryCode: string, name: string): string => `${countryCode} ${comparable(name)}`;

/** Towns of GeoNames (CC BY 4.0) that people in many countries have names for, each with those in one text; made by `generate-town-names.ts`. */
function namedTowns(): NamedTowns {
  if (read) return read;
  read = { byId: new Map(), byName: new Map() };
  for (const line of readFileSync(new URL('town-names.tsv', import.meta.url), 'utf8').split('\n')) {
    const [id = '', countryCode = '', name = '', names = ''] = line.split('\t');
    read.byId.set(Number(id), names);
    read.byName.set(nameKey(countryCode, name), names);
  }
  return read;
}

const apart = (names: string | undefined): string[] => (names ? names.split(',') : []);

/** Names of a town of the gazetteer in other languages and scripts. */
export const namesOfTown = ({ id }: { id: number }): readonly string[] => apart(namedTowns().byId.get(id));

/** The same of a town that is known by its name alone. */
export const namesOfTownCalled = (name: string, countryCode: string): readonly string[] => [
  ...(otherNames[countryCode]?.[name] ?? []),
  ...apart(namedTowns().byName.get(nameKey(countryCode, name))),
];
