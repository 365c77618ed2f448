import { packLists, packTexts } from './address-line.ts';
import { buildPlaces } from './build-places.ts';
import { type BuildResult, type NameColumns, type PlaceColumns, rowCount, type Town, townAt, townRowCount, writeColumns } from './columns.ts';
import { type Country, countries, countryEndonym, foreignCountryNames } from './countries.ts';
import { wordsOf } from './name-fit.ts';
import { type NamedItem, type Row, rowOf, wordsOfRow } from './name-row.ts';
import { otherNames } from './other-names.ts';
import { regionCodeOf, regionNamesOf, regionOf } from './regions.ts';
import { createShortPrefixLists } from './sorted-words.ts';
import { namesOfTown } from './towns.ts';

/** Populations of weight 1 and weight 0. A larger population has weight 1, too, and a smaller population weight 0. */
const mostPeople = 25_000_000;
const fewestPeople = 500;
/** Factor on the weight of a quarter, because users search less often for it than for an equally large town. */
const quarterWeight = 0.8;

/** Builds the columns of names in one to two seconds, with 150 MB of temporary memory. */
function buildNames(columns: PlaceColumns): NameColumns {
  return columnsOf(rowCount(columns), namedPlaces(columns));
}

/** Yields towns, then quarters, each by descending population, then countries, so that searches visit the likeliest rows first. */
function* namedPlaces(columns: PlaceColumns): Generator<[row: number, named: NamedItem]> {
  const surroundings = surroundingsOf();
  const { population, towns } = columns;
  const bySize = (first: number, end: number): number[] =>
    Array.from({ length: end - first }, (_, at) => first + at).sort((a, b) => (population[b] ?? 0) - (population[a] ?? 0));
  for (const row of [...bySize(0, towns), ...bySize(towns, townRowCount(columns))]) {
    const town = townAt(columns, row);
    const { name, countryCode, coordinates } = town;
    const weight = weightOf(town.population) * (row < towns ? 1 : quarterWeight);
    const names = { name, otherNames: [...namesWithin(name), ...(otherNames[countryCode]?.[name] ?? [])], namesAbroad: namesOfTown(town) };
    yield [row, { ...names, surroundings: surroundings(town), coordinates, weight }];
  }
  const people = peopleByCountry(columns);
  const byCode = new Map(countries.map((country): [string, Country] => [country.code, country]));
  for (const [at, { code, centre }] of columns.countries.entries()) {
    const country = byCode.get(code) ?? { name: code, otherNames: [] };
    const names = { ...country, namesAbroad: foreignCountryNames(code) };
    yield [townRowCount(columns) + at, { ...names, surroundings: nothing, coordinates: centre, weight: weightOf(people.get(code) ?? 0) }];
  }
}

const nothing: readonly string[] = [];

/** Names within a bilingual name: "Donostia / San Sebastián", "Biel/Bienne". */
const namesWithin = (name: string): readonly string[] => (name.includes('/') ? name.split('/').map((one) => one.trim()) : nothing);

/** Logarithmic scale: each doubling of the population adds the same weight. */
const weightOf = (people: number): number =>
  Math.min(1, Math.max(0, Math.log(Math.max(people, 1) / fewestPeople) / Math.log(mostPeople / fewestPeople)));

function peopleByCountry({ towns, country, countryCodes, population }: PlaceColumns): Map<string, number> {
  const people = new Map<string, number>();
  for (let row = 0; row < towns; row++) {
    const code = countryCodes[country[row] ?? 0] ?? '';
    people.set(code, (people.get(code) ?? 0) + (population[row] ?? 0));
  }
  return people;
}

/** Words of country and state, shared by the thousands of towns of a state. */
function surroundingsOf(): (town: Town) => readonly string[] {
  const byCode = new Map(
    countries.map(({ code, name, otherNames: others }) => [code, [code, name, ...others, countryEndonym(code)].flatMap(wordsOf)]),
  );
  const known = new Map<string, readonly string[]>();
  return (town) => {
    const around = regionNamesOf(town);
    const key = `${town.countryCode}.${regionOf(town) || around ? town.adminCode : ''}`;
    const words = known.get(key) ?? [
      ...new Set([...(byCode.get(town.countryCode) ?? []), ...[regionOf(town), regionCodeOf(town), around].flatMap((name) => wordsOf(name ?? ''))]),
    ];
    known.set(key, words);
    return words;
  };
}

/** @param things must contain each row number from 0 to `count` - 1 once. */
function columnsOf(count: number, things: Iterable<[row: number, named: NamedItem]>): NameColumns {
  const words = numbering<string>();
  const surroundings = numbering<readonly string[]>();
  const [rowsOfWord, rowsOfGroup]: [number[][], number[][]] = [[], []];
  const rows: { looked: Omit<Row, 'names' | 'surroundings'>; names: number[][]; group: number }[] = new Array(count);
  const short = createShortPrefixLists<{ row: number; weight: number }>();
  for (const [row, named] of things) {
    const looked = rowOf(named);
    for (const word of wordsOfRow(looked)) {
      push(rowsOfWord, words.of(word), row);
      short.add(word, { row, weight: named.weight });
    }
    const group = surroundings.of(named.surroundings);
    push(rowsOfGroup, group, row);
    const { names, surroundings: _, ...rest } = looked;
    // Only word numbers are kept, so that the words can be garbage-collected.
    rows[row] = { looked: rest, names: names.map((name) => name.map(words.of)), group };
  }
  const order = words.all().sort();
  const placeOf = new Uint32Array(order.length);
  for (const [place, word] of order.entries()) placeOf[words.of(word)] = place;
  const firstName = new Uint32Array(count + 1);
  for (const [row, { names }] of rows.entries()) firstName[row + 1] = (firstName[row] ?? 0) + names.length;
  return {
    words: packTexts(order),
    rowsOfWord: packLists(order.map((word) => rowsOfWord[words.of(word)] ?? [])),
    firstName,
    others: Uint8Array.from(rows, ({ looked }) => looked.others),
    abroad: Uint8Array.from(rows, ({ looked }) => looked.abroad),
    wordsOfName: packLists(rows.flatMap(({ names }) => names.map((name) => name.map((word) => placeOf[word] ?? 0)))),
    shortest: Uint16Array.from(rows, ({ looked }) => looked.shortest),
    initials: Int32Array.from(rows, ({ looked }) => looked.initials),
    weight: Float64Array.from(rows, ({ looked }) => looked.weight),
    group: Uint16Array.from(rows, ({ group }) => group),
    surroundings: surroundings.all(),
    rowsOfGroup: packLists(rowsOfGroup),
    heaviest: new Map([...short.lists()].map(([beginning, heaviest]) => [beginning, Uint32Array.from(heaviest, ({ row }) => row)])),
  };
}

function push(lists: number[][], at: number, item: number): void {
  const list = lists[at];
  if (list) list.push(item);
  else lists[at] = [item];
}

/** Assigns consecutive numbers to distinct values. */
function numbering<T>(): { of(thing: T): number; all(): T[] } {
  const numbers = new Map<T, number>();
  return {
    of(thing) {
      const known = numbers.get(thing);
      if (known !== undefined) return known;
      numbers.set(thing, numbers.size);
      return numbers.size - 1;
    },
    all: () => [...numbers.keys()],
  };
}

/** Sends a result to the parent process, and resolves once it is sent. */
const tell = (news: BuildResult): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.send?.(news, undefined, {}, () => resolve());
  return promise;
};

// The child exits with its parent, because no other process uses the result.
process.once('disconnect', () => process.exit());

const places = buildPlaces();
await tell({ kind: 'places', columns: places });
const names = buildNames(places);
await tell({ kind: 'names', columns: names });
const [, , file] = process.argv;
if (file !== undefined) writeColumns(file, { places, names });
if (process.connected) process.disconnect?.();
