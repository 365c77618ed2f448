import type { Category, Point } from '../world/atlas.ts';

/** A kind of place that people name in passing: "the museum", "a tower". */
interface Kind {
  words: RegExp;
  categories: readonly Category[];
  /** What a place of another kind is called when it is one all the same. */
  name?: RegExp;
}

export const kinds: readonly Kind[] = [
  { words: /\b(museums?|galler(y|ies))\b/, categories: ['museum'], name: /\b(mus[eé]\w*|galler\w+|pinacoteca)\b/i },
  {
    words: /\b(cathedrals?|churches|church|basilicas?|temples?|mosques?|shrines?|monaster(y|ies)|synagogues?|pagodas?|chapels?|abbey)\b/,
    categories: ['religious'],
  },
  {
    words: /\b(castles?|forts?|fortress)\b/,
    categories: [],
    name: /\b(castle|castelo|castillo|castel|fort|fortress|schloss|burg|hrad|vár|zamek|citadel\w*|alc[aá]zar|tower of london)\b/i,
  },
  { words: /\b(palaces?)\b/, categories: ['palace'], name: /\b(palace|pal[aá]cio|palacio|palazzo|palais|schloss)\b/i },
  { words: /\b(views?|viewpoints?|lookouts?|miradou?ros?|sunsets?|panoramas?)\b/, categories: ['viewpoint'] },
  { words: /\b(markets?|bazaars?|souks?|souqs?)\b/, categories: ['market'], name: /\b(market|mercado|bazaar|souk)\b/i },
  { words: /\b(parks?)\b/, categories: ['park', 'garden'] },
  { words: /\b(gardens?)\b/, categories: ['garden', 'park'] },
  { words: /\b(bridges?)\b/, categories: ['bridge'] },
  { words: /\b(squares?|plazas?|piazzas?)\b/, categories: ['square'], name: /\b(square|plaza|pra[cç]a|piazza|place|platz)\b/i },
  { words: /\b(towers?)\b/, categories: [], name: /\b(tower|torre|tour|turm|belfort)\b/i },
  { words: /\b(beach(es)?)\b/, categories: ['beach'] },
  { words: /\b(theat(re|er)s?|operas?|concert halls?)\b/, categories: ['theatre'] },
  { words: /\b(aquariums?|oceanariums?)\b/, categories: [], name: /\b(aquarium|ocean[aá]ri\w+)\b/i },
  { words: /\b(restaurants?|dinner( spot| place)?s?|lunch|food|cafes?|eat|breakfast|snacks?)\b/, categories: ['food', 'market'] },
  { words: /\b(ruins?|historic (site|place)s?|monuments?|landmarks?)\b/, categories: ['historic', 'landmark'] },
  { words: /\b(streets?|strolls?|walks?)\b/, categories: ['street', 'neighbourhood', 'square'] },
];

/** How well a point is of the kind that words name: 2 by what it is, 1 by what it is called. */
export function isOfKind(words: string, { category, name, otherNames }: Pick<Point, 'category' | 'name' | 'otherNames'>): 0 | 1 | 2 {
  const named = kinds.filter((kind) => kind.words.test(words));
  if (named.some(({ categories }) => categories.includes(category))) return 2;
  return named.some((kind) => kind.name && [name, ...otherNames].some((one) => kind.name?.test(one))) ? 1 : 0;
}

export const namesKind = (words: string): boolean => kinds.some((kind) => kind.words.test(words));

/** Whether several are meant: "the museums". */
export const isPlural = (words: string): boolean =>
  /\b(museums|galleries|cathedrals|churches|temples|mosques|shrines|monasteries|castles|forts|palaces|views|viewpoints|markets|parks|gardens|bridges|squares|towers|beaches|theatres|theaters|restaurants|ruins|monuments|landmarks|streets|synagogues|basilicas|chapels)\b/.test(
    words,
  );

/** What words say beside kinds. */
export const withoutKinds = (words: string): string => kinds.reduce((rest, kind) => rest.replace(new RegExp(kind.words.source, 'g'), ' '), words);

/** Whether words are a kind and nothing else: "museum", not "British Museum". */
export const isKindOnly = (words: string): boolean => kinds.some((kind) => words.replace(kind.words, '').trim() === '');
