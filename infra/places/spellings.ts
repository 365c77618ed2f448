import { isStopWord } from './name-fit.ts';

/** Interchangeable words of names: abbreviations, and words for saints, forts and mountains in several languages. */
const families: readonly (readonly string[])[] = [
  ['st', 'saint', 'sankt', 'sint', 'san', 'sao', 'sant', 'santo', 'sveti', 'szent', 'sv'],
  ['ste', 'sainte', 'saint', 'sankta', 'santa', 'sta', 'st'],
  ['sts', 'saints', 'saintes', 'stes'],
  ['sto', 'santo'],
  ['ft', 'fort', 'fuerte', 'forte'],
  ['mt', 'mount', 'mont', 'monte', 'mountain'],
  ['mtn', 'mountain', 'mount'],
  ['mts', 'mountains'],
  ['pt', 'point', 'port', 'pointe'],
  ['pte', 'pointe'],
  ['pto', 'puerto', 'porto'],
  ['gt', 'great'],
  ['gr', 'gross', 'grosse', 'grosser', 'grosses'],
  ['kl', 'klein', 'kleine', 'kleiner', 'kleines'],
  ['n', 'north', 'northern'],
  ['s', 'south', 'southern'],
  ['e', 'east', 'eastern'],
  ['w', 'west', 'western'],
  ['is', 'island', 'isle', 'islands', 'isles'],
  ['isl', 'island', 'isle', 'islands'],
  ['lk', 'lake'],
  ['vlg', 'village'],
  ['spgs', 'springs'],
  ['hts', 'heights'],
  ['nat', 'national'],
  ['natl', 'national'],
  ['intl', 'international'],
  ['univ', 'university', 'universitat', 'universite', 'universidad'],
  ['hbf', 'hauptbahnhof'],
  ['bhf', 'bahnhof'],
  ['stn', 'station'],
  ['sta', 'station', 'santa'],
  ['ave', 'avenue'],
  ['av', 'avenue', 'avenida', 'avinguda'],
  ['avda', 'avenida'],
  ['blvd', 'boulevard'],
  ['bd', 'boulevard'],
  ['str', 'strasse'],
  ['rd', 'road'],
  ['sq', 'square'],
  ['pl', 'place', 'platz', 'plaza', 'placa', 'plac'],
  ['pza', 'plaza'],
  ['pzza', 'piazza'],
  ['pk', 'park'],
  ['br', 'bridge'],
  ['c', 'calle', 'carrer'],
  ['r', 'rua', 'rue'],
  ['and', 'und', 'et', 'y', 'e'],
];

const others: ReadonlyMap<string, readonly string[]> = othersByWord();
function othersByWord(): Map<string, string[]> {
  const byWord = new Map<string, Set<string>>();
  const put = (word: string, other: string): void => {
    byWord.set(word, (byWord.get(word) ?? new Set()).add(other));
  };
  for (const family of families) for (const word of family) for (const other of family) if (word !== other) put(word, other);
  return new Map([...byWord].map(([word, set]) => [word, [...set]]));
}

/** Most spellings tried per search. */
const mostSpellings = 48;
/** Minimum length of each part when a word is split, letters. */
const leastPart = 2;
/** Longest text in which two words may be expanded at once, words. */
const fewWords = 4;

/** A spelling of the typed words. */
export interface Spelling {
  words: readonly string[];
  /** True when word boundaries are guessed. A guess matches only a whole name. */
  isRecut: boolean;
}

/** Alternative spellings of the typed words: abbreviations expanded or applied, two words joined, one word split. */
export function otherSpellings(typed: readonly string[]): Spelling[] {
  const expanded = typed.length > 1 ? expansions(typed) : [];
  const recut = [...joined(typed), ...parted(typed)];
  // "Stmalo" joins an abbreviation and a name, so split words are expanded too.
  const both = recut.filter(({ length }) => length > 1).flatMap((words) => expansions(words));
  const spellings = [...expanded.map((words) => ({ words, isRecut: false })), ...[...recut, ...both].map((words) => ({ words, isRecut: true }))];
  return spellings.slice(0, mostSpellings);
}

/** Replaces words by others of their family, one at a time, then two. */
function expansions(typed: readonly string[]): string[][] {
  const once = typed.flatMap((word, at) => othersOf(word).map((other) => typed.with(at, other)));
  const places = typed.flatMap((word, at) => (othersOf(word).length > 0 ? [at] : []));
  const [first, second] = places;
  if (first === undefined || second === undefined || typed.length > fewWords) return once;
  const twice = othersOf(typed[first] ?? '').flatMap((one) =>
    othersOf(typed[second] ?? '').map((other) => typed.with(first, one).with(second, other)),
  );
  return [...once, ...twice];
}

/** German street names are abbreviated at their end. */
const shortStreet = /(?<=\p{L}{3})str$/u;
const longStreet = /(?<=\p{L}{3})strasse$/u;
function othersOf(word: string): readonly string[] {
  if (shortStreet.test(word)) return [word.replace(shortStreet, 'strasse')];
  if (longStreet.test(word)) return [word.replace(longStreet, 'str')];
  return others.get(word) ?? [];
}

const joined = (typed: readonly string[]): string[][] =>
  typed.slice(1).map((word, at) => [...typed.slice(0, at), `${typed[at] ?? ''}${word}`, ...typed.slice(at + 2)]);

const parted = (typed: readonly string[]): string[][] =>
  typed.flatMap((word, at) => {
    const letters = Array.from(word);
    if (isStopWord(word) || letters.length < 2 * leastPart) return [];
    return Array.from({ length: letters.length - 2 * leastPart + 1 }, (_, index) => {
      const cut = index + leastPart;
      return [...typed.slice(0, at), letters.slice(0, cut).join(''), letters.slice(cut).join(''), ...typed.slice(at + 1)];
    });
  });

/** Minimum lengths, in letters, of words with one and with two allowed typing errors. */
const forgiven = 4;
const forgivenTwice = 9;

/** Fit of a typed word to a word: equal, a prefix, a prefix with typing errors, or none. */
export type Fit = 'whole' | 'beginning' | 'slip' | 'none';

/** A typing error inserts, omits, replaces or swaps a letter. Words of fewer than four letters allow none, words of nine or more allow two. */
export function fitOf(word: string, typed: string): Fit {
  const shared = sharedLetters(word, 0, typed, 0);
  if (shared === typed.length) return word.length === typed.length ? 'whole' : 'beginning';
  return reaches(word, typed, slipsIn(typed)) ? 'slip' : 'none';
}

const slipsIn = (typed: string): number => (typed.length >= forgivenTwice ? 2 : typed.length >= forgiven ? 1 : 0);

/** True when `word` begins with `typed`, within this many typing errors. */
const reaches = (word: string, typed: string, slips: number): boolean => goesOn(word, 0, typed, 0, slips);

/** Terminator longer than the allowed errors, so that errors cannot skip it. */
const end = '\0\0\0';
/** True when the whole word, not only its prefix, equals `typed` within the allowed errors. A mistyped prefix would be a guess. */
export const isMistypedWholeWord = (word: string, typed: string): boolean => reaches(`${word}${end}`, `${typed}${end}`, slipsIn(typed));

export const allowsTypingError = (typed: string): boolean => typed.length >= forgiven;

/** Length of the common run of letters from these positions. */
function sharedLetters(word: string, from: number, typed: string, typedFrom: number): number {
  let shared = 0;
  while (typedFrom + shared < typed.length && word.charCodeAt(from + shared) === typed.charCodeAt(typedFrom + shared)) shared++;
  return shared;
}

/**
 * True when the rest matches within this many typing errors, the first at the differing letter. Only this letter is tried, because a single error can
 * be nowhere else.
 */
function slippedAt(word: string, at: number, typed: string, typedAt: number, slips: number): boolean {
  return (
    goesOn(word, at + 1, typed, typedAt + 1, slips - 1) ||
    goesOn(word, at, typed, typedAt + 1, slips - 1) ||
    goesOn(word, at + 1, typed, typedAt, slips - 1) ||
    (typed[typedAt] === word[at + 1] && typed[typedAt + 1] === word[at] && goesOn(word, at + 2, typed, typedAt + 2, slips - 1))
  );
}

/** True when the rest of `word` begins with the rest of `typed`, within this many typing errors. */
function goesOn(word: string, from: number, typed: string, typedFrom: number, slips: number): boolean {
  const shared = sharedLetters(word, from, typed, typedFrom);
  if (typedFrom + shared >= typed.length) return true;
  return slips > 0 && slippedAt(word, from + shared, typed, typedFrom + shared, slips);
}
