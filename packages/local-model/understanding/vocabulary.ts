import type { Category, Point } from '../world/atlas.ts';

/** A kind of place that people name in passing: "the museum", "a tower". */
interface Kind {
  words: RegExp;
  categories: readonly Category[];
  /** Pattern of place names that belong to this kind although their category is another. */
  name?: RegExp;
}

export const placeKinds: readonly Kind[] = [
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

/** Match of a point with the kind of place in the words: 2 by category, 1 by name, else 0. */
export function kindFit(words: string, { category, name, otherNames }: Pick<Point, 'category' | 'name' | 'otherNames'>): 0 | 1 | 2 {
  const named = placeKinds.filter((kind) => kind.words.test(words));
  if (named.some(({ categories }) => categories.includes(category))) return 2;
  return named.some((kind) => kind.name && [name, ...otherNames].some((one) => kind.name?.test(one))) ? 1 : 0;
}

export const namesKind = (words: string): boolean => placeKinds.some((kind) => kind.words.test(words));

/** True when words mean several places of a kind: "the museums". */
export const isPlural = (words: string): boolean =>
  /\b(museums|galleries|cathedrals|churches|temples|mosques|shrines|monasteries|castles|forts|palaces|views|viewpoints|markets|parks|gardens|bridges|squares|towers|beaches|theatres|theaters|restaurants|ruins|monuments|landmarks|streets|synagogues|basilicas|chapels)\b/.test(
    words,
  );

/** Removes the words for kinds of places from a text. */
export const withoutKinds = (words: string): string =>
  placeKinds.reduce((rest, kind) => rest.replace(new RegExp(kind.words.source, 'g'), ' '), words);

/** True when words are a kind of place and nothing else: "museum", not "British Museum". */
export const isKindOnly = (words: string): boolean => placeKinds.some((kind) => words.replace(kind.words, '').trim() === '');

/** An interest: its words, its categories of places, and a pattern for descriptions of places in other categories. */
export interface Interest {
  name: string;
  words: RegExp;
  categories: readonly Category[];
  about?: RegExp;
}

const interest = (name: string, words: RegExp, categories: readonly Category[], about?: RegExp): Interest => ({
  name,
  words,
  categories,
  ...(about && { about }),
});

export const interests: readonly Interest[] = [
  interest(
    'food',
    /\b(food(ie)?s?|eat(ing|s)?|restaurants?|din(ing|e|ner)|lunch|breakfast|cuisine|gastronom\w+|culinary|street food|seafood|steaks?|cafes?|coffee|wine|tapas|tasting|bakery|bakeries|pastr(y|ies)|snacks?|brunch)\b/,
    ['food', 'market'],
    /\b(market hall|food|eat(ing)?s?|caf[eé]s?|coffee|tea room|restaurants?|wine|beer|pastr\w+|spices?|bakers?|kitchens?|cinnamon|cheese|fish stalls?|iced tea|beignets)\b/i,
  ),
  interest(
    'views',
    /\b(views?|viewpoints?|panoramas?|panoramic|lookouts?|skylines?|sunsets?|miradou?ros?|vistas?|rooftops?|overlooks?)\b/,
    ['viewpoint'],
    /\b(views?|overlooks?|looking (out|across|down|over)|long look|panorama|lookout|summits?|skyline|above the (city|roofs|bay|river|harbour))\b/i,
  ),
  interest(
    'museums',
    /\b(museums?|galler(y|ies)|exhibitions?|art|arts|paintings?|sculptures?|artists?)\b/,
    ['museum'],
    /\b(paintings?|galler(y|ies)|frescoe?s?|sculptures?|mosaics?)\b/i,
  ),
  interest(
    'history',
    /\b(histor(y|ic|ical)|ancient|ruins?|medieval|archaeolog\w+|old town|heritage|castles?|forts?|fortress(es)?|roman)\b/,
    ['historic', 'palace'],
    /\b(century|ancient|medieval|ramparts?|fortress|castle|ruins?|empire)\b/i,
  ),
  interest('palaces', /\b(palaces?|royal|royals|kings?|queens?)\b/, ['palace'], /\b(royal|palace|kings?|court)\b/i),
  interest(
    'architecture',
    /\b(architecture|architectural|buildings?|modernis[mt]|art deco|gaudi|design|landmarks?|icons?|iconic|sights?|sightseeing|highlights|must[- ]sees?)\b/,
    ['landmark', 'palace', 'religious', 'bridge', 'theatre', 'historic'],
  ),
  interest(
    'churches and temples',
    /\b(church(es)?|cathedrals?|temples?|mosques?|shrines?|monaster(y|ies)|religio(n|us)|spiritual|synagogues?|pagodas?|basilicas?|chapels?)\b/,
    ['religious'],
  ),
  interest(
    'nature',
    /\b(nature|natural|outdoors?|outdoorsy|hik(e|es|ing)|green|wildlife|mountains?|lakes?|forests?|scenery)\b/,
    ['nature', 'park', 'garden', 'beach'],
    /\b(trees?|forest|hill|lake|volcano|gardens?|meadows?|pines)\b/i,
  ),
  interest('parks and gardens', /\b(parks?|gardens?|botanic(al)?|picnics?|flowers?)\b/, ['park', 'garden'], /\b(gardens?|park|lawns?)\b/i),
  interest('beaches', /\b(beach(es)?|swim(ming)?|seaside|surf(ing)?|sand|coast|sunbath\w*)\b/, ['beach'], /\b(beach|swim|sand|surf|bathers)\b/i),
  interest(
    'markets',
    /\b(markets?|bazaars?|souks?|souqs?|shop(s|ping)?|souvenirs?|flea|boutiques?)\b/,
    ['market', 'street'],
    /\b(market|stalls?|shops?|shopping|bazaar|souk)\b/i,
  ),
  interest(
    'music and theatre',
    /\b(theat(re|er)s?|opera|concerts?|music|ballet|(?<!to )shows?(?! (me|us|what|the))|jazz|tango|fado|flamenco|nightlife|performances?)\b/,
    ['theatre'],
    /\b(opera|theatre|stage|concerts?|music|jazz|ballet)\b/i,
  ),
  interest('bridges', /\b(bridges?)\b/, ['bridge'], /\bbridge\b/i),
  interest(
    'strolling',
    /\b(stroll(s|ing)?|walk(s|ing|able)?|wander(ing)?|neighbou?rhoods?|streets?|squares?|plazas?|local life|atmosphere|people[- ]watching|quarters?)\b/,
    ['street', 'square', 'neighbourhood', 'market', 'park', 'bridge'],
    /\b(lanes?|alleys?|streets?|quarter|arcades?)\b/i,
  ),
  interest(
    'photography',
    /\b(photo(s|graphy|graphs?|genic)?|instagram(mable)?|pictures)\b/,
    ['viewpoint', 'landmark', 'bridge'],
    /\b(views?|looking|lamps|reflect\w*)\b/i,
  ),
];

/** Categories of places that suit children. */
export const categoriesForChildren: readonly Category[] = ['park', 'garden', 'nature', 'beach', 'viewpoint', 'landmark'];

export const interestCalled = (name: string): Interest | undefined => interests.find((one) => one.name === name);

/** Interests that a text names, in the order of the table. */
export const interestsIn = (plainText: string): Interest[] => interests.filter(({ words }) => words.test(plainText));

/** Fit of a point to an interest: 2 by category, 1 by its description, else 0. */
export function interestFitOf(point: Pick<Point, 'category' | 'about' | 'name'>, { categories, about }: Interest): 0 | 1 | 2 {
  if (categories.includes(point.category)) return 2;
  return about?.test(`${point.name} ${point.about}`) ? 1 : 0;
}

/** Best fit of a point to any of these interests. */
export const bestInterestFit = (point: Pick<Point, 'category' | 'about' | 'name'>, asked: readonly Interest[]): number =>
  Math.max(0, ...asked.map((one) => interestFitOf(point, one)));

/** Subjects that a traveller may ask about and that the built-in world has no data on. */
export const unknownSubjects: readonly (readonly [string, RegExp])[] = [
  ['nightclubs and bars', /\b(clubs?|clubbing|bars?|pubs?|party|partying|nightlife|cocktails?|drinks)\b/],
  ['sports', /\b(football|soccer|stadiums?|skiing|ski|golf|tennis|cycling|bike|bikes|yoga|gym|diving|kayak\w*|sailing)\b/],
  ['spas', /\b(spas?|wellness|massages?)\b/],
  ['crowds', /\b(crowds?|crowded|touristy|tourist traps?|busy places|queues?)\b/],
  ['prices', /\b(cheap(er)?|budget|expensive|free entry|low[- ]cost|luxury|affordable)\b/],
  ['steps and ramps', /\b(wheelchairs?|accessib\w+|strollers?|step[- ]free|mobility|prams?)\b/],
  ['vegan and other diets', /\b(vegan|vegetarian|gluten|halal|kosher)\b/],
];

/** Travel regions, with their cities of the built-in world. */
export const citiesByRegion: Readonly<Record<string, readonly string[]>> = {
  andalusia: ['seville'],
  andalucia: ['seville'],
  bavaria: ['munich'],
  benelux: ['amsterdam', 'bruges'],
  california: ['san-francisco', 'los-angeles'],
  'canada s west coast': ['vancouver'],
  catalonia: ['barcelona'],
  'central europe': ['vienna', 'prague', 'budapest', 'krakow'],
  dalmatia: ['dubrovnik'],
  'east coast': ['new-york', 'boston', 'washington'],
  flanders: ['bruges'],
  iberia: ['lisbon', 'porto', 'madrid', 'seville', 'barcelona'],
  lombardy: ['milan'],
  louisiana: ['new-orleans'],
  'new england': ['boston'],
  patagonia: [],
  quebec: ['montreal'],
  rajasthan: ['jaipur'],
  scandinavia: ['stockholm', 'copenhagen'],
  scotland: ['edinburgh'],
  'southeast asia': ['bangkok', 'hanoi', 'singapore'],
  tuscany: ['florence'],
  veneto: ['venice'],
  'west coast': ['san-francisco', 'los-angeles', 'vancouver'],
};

/** Country codes by informal name. Abbreviations have a table of their own, because they match in capitals only. */
export const countryNicknames: Readonly<Record<string, string>> = {
  america: 'US',
  'the states': 'US',
  england: 'GB',
  britain: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  korea: 'KR',
  turkey: 'TR',
  czechia: 'CZ',
  uae: 'AE',
  emirates: 'AE',
};
export const countryAbbreviations: Readonly<Record<string, string>> = { US: 'US', USA: 'US', UK: 'GB', UAE: 'AE' };

/** Names of continents, which are too large for one trip. */
export const continents: readonly string[] = [
  'europe',
  'asia',
  'africa',
  'south america',
  'north america',
  'latin america',
  'the world',
  'oceania',
  'middle east',
];

/** States and provinces that distinguish towns of the same name: `Paris, Texas`. */
export const statesAndProvinces: ReadonlySet<string> = new Set(
  (
    'alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,' +
    'louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico,' +
    'new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,' +
    'virginia,washington,west virginia,wisconsin,wyoming,ontario,quebec,alberta,manitoba,nova scotia,british columbia,tasmania,queensland'
  ).split(','),
);
