import { numbersFrom } from '../harness/seeded-numbers.ts';
import { makeVocabulary } from './vocabulary.ts';
import { cities, kindsOfPlace, smallWords, themes } from './world-words.ts';

/** What is searched: an itinerary or one of its stops. */
export interface CorpusDoc {
  id: string;
  kind: 'itinerary' | 'stop';
  title: string;
  description: string;
  /** Name of the place of a stop, empty for an itinerary. */
  place: string;
  city: string;
  country: string;
  visibility: 'PUBLIC' | 'PRIVATE';
  latitude: number;
  longitude: number;
}

export type QuestionKind = 'exact' | 'oneTypo' | 'twoTypos' | 'city' | 'cityTypo';
export const questionKinds: readonly QuestionKind[] = ['exact', 'oneTypo', 'twoTypos', 'city', 'cityTypo'];

/** What is typed, and what should then be among the first: a stop at the place, or an itinerary of the city with the word in its title. */
export interface CorpusQuestion {
  kind: QuestionKind;
  q: string;
  target: { place: string } | { city: string; word: string };
}

export interface CorpusSize {
  itineraries: number;
  stops: number;
}

interface Drawn {
  next(): number;
  pick<T>(items: readonly T[]): T;
  /** A made-up word; a few of them often, most of them rarely. */
  word(): string;
}

const seed = 42;
const publicShare = 0.8;
/** Share of small words in prose. */
const smallShare = 0.6;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const idOf = (letter: string, number: number): string => `${letter}0000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;

function drawing(from: number): Drawn {
  const next = numbersFrom(from);
  const vocabulary = makeVocabulary();
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };
  return { next, pick, word: () => vocabulary[Math.floor(next() ** 3 * vocabulary.length)] ?? '' };
}

const prose = ({ next, pick, word }: Drawn, length: number): string =>
  Array.from({ length }, () => (next() < smallShare ? pick(smallWords) : word())).join(' ');

/** Itineraries and then stops, the same each time; each stop is in the city of some itinerary. */
export function* corpus({ itineraries, stops }: CorpusSize): Generator<CorpusDoc> {
  const drawn = drawing(seed);
  const { next, pick, word } = drawn;
  const near = (degrees: number): number => degrees + next() * 0.3;
  const where: (typeof cities)[number][] = [];
  for (let index = 0; index < itineraries; index++) {
    const at = pick(cities);
    where.push(at);
    const title = `${capital(pick(themes))} ${at.city}: ${word()} ${pick(kindsOfPlace)} tour`;
    const visibility = next() < publicShare ? 'PUBLIC' : 'PRIVATE';
    const { city, country } = at;
    const point = { latitude: near(at.latitude), longitude: near(at.longitude) };
    yield { id: idOf('1', index), kind: 'itinerary', title, description: prose(drawn, 40), place: '', city, country, visibility, ...point };
  }
  for (let index = 0; index < stops; index++) {
    const at = pick(where);
    const place = `${capital(word())} ${capital(word())} ${capital(pick(kindsOfPlace))}`;
    const title = next() < 0.5 ? place : capital(prose(drawn, 3));
    const { city, country } = at;
    const point = { latitude: near(at.latitude), longitude: near(at.longitude) };
    yield { id: idOf('2', index), kind: 'stop', title, description: prose(drawn, 25), place, city, country, visibility: 'PUBLIC', ...point };
  }
}

/** Questions about documents that are there, spread over all of them, in turn of each kind. */
export function questionsAbout(docs: readonly CorpusDoc[], count: number): CorpusQuestion[] {
  const drawn = drawing(seed + 1);
  const stops = docs.filter(({ kind }) => kind === 'stop');
  const stories = docs.filter(({ kind, visibility }) => kind === 'itinerary' && visibility === 'PUBLIC');
  return Array.from({ length: count }, (_, index) => {
    const kind = questionKinds[index % questionKinds.length] ?? 'exact';
    return kind === 'city' || kind === 'cityTypo' ? aboutCity(kind, drawn.pick(stories), drawn) : aboutPlace(kind, drawn.pick(stops), drawn);
  });
}

function aboutPlace(kind: 'exact' | 'oneTypo' | 'twoTypos', { place }: CorpusDoc, drawn: Drawn): CorpusQuestion {
  const typos = { exact: 0, oneTypo: 1, twoTypos: 2 }[kind];
  return { kind, q: withTypos(place.toLowerCase(), typos, drawn), target: { place } };
}

function aboutCity(kind: 'city' | 'cityTypo', { city, title }: CorpusDoc, drawn: Drawn): CorpusQuestion {
  const word = title.slice(title.indexOf(':') + 2).split(' ')[0] ?? '';
  return { kind, q: withTypos(`${city} ${word}`.toLowerCase(), kind === 'cityTypo' ? 1 : 0, drawn), target: { city, word } };
}

export const isTarget = ({ target }: CorpusQuestion, { place, city, title }: CorpusDoc): boolean =>
  'place' in target ? place === target.place : city === target.city && title.includes(target.word);

/** Slips of a hand, in any words of four letters or more, at any letter. */
function withTypos(text: string, typos: number, drawn: Drawn): string {
  let words = text.split(' ');
  for (let made = 0; made < typos; made++) {
    const long = words.flatMap((word, index) => (word.length >= 4 ? [index] : []));
    const slipped = drawn.pick(long);
    words = words.map((word, index) => (index === slipped ? slip(word, drawn) : word));
  }
  return words.join(' ');
}

function slip(word: string, { next, pick }: Drawn): string {
  const letter = (): string => pick([...'abcdefghijklmnopqrstuvwxyz']);
  const at = Math.floor(next() * word.length);
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const slips = [
    () => before + letter() + after.slice(1),
    () => before + letter() + after,
    () => before + after.slice(1),
    () => before + after.charAt(1) + after.charAt(0) + after.slice(2),
  ];
  for (;;) {
    const slipped = pick(slips)();
    if (slipped !== word) return slipped;
  }
}
