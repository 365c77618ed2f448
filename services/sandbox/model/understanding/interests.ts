import type { Category, Point } from '../world/atlas.ts';

/** What people are after, with the words for it, the kinds of places that give it, and what a place of another kind says of itself when it does, too. */
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

/** What children like. */
export const forChildren: readonly Category[] = ['park', 'garden', 'nature', 'beach', 'viewpoint', 'landmark'];

export const interestCalled = (name: string): Interest | undefined => interests.find((one) => one.name === name);

/** Interests that a text names, in the order of the table. */
export const interestsIn = (plainText: string): Interest[] => interests.filter(({ words }) => words.test(plainText));

/** 2 for a place of a kind that gives it, 1 for one that says so of itself, else 0. */
export function fitOf(point: Pick<Point, 'category' | 'about' | 'name'>, { categories, about }: Interest): 0 | 1 | 2 {
  if (categories.includes(point.category)) return 2;
  return about?.test(`${point.name} ${point.about}`) ? 1 : 0;
}

/** Best fit to any of some interests. */
export const bestFit = (point: Pick<Point, 'category' | 'about' | 'name'>, asked: readonly Interest[]): number =>
  Math.max(0, ...asked.map((one) => fitOf(point, one)));

/** Things that a traveller may ask for and that the world says nothing of. */
export const unknownThings: readonly (readonly [string, RegExp])[] = [
  ['nightclubs and bars', /\b(clubs?|clubbing|bars?|pubs?|party|partying|nightlife|cocktails?|drinks)\b/],
  ['sports', /\b(football|soccer|stadiums?|skiing|ski|golf|tennis|cycling|bike|bikes|yoga|gym|diving|kayak\w*|sailing)\b/],
  ['spas', /\b(spas?|wellness|massages?)\b/],
  ['crowds', /\b(crowds?|crowded|touristy|tourist traps?|busy places|queues?)\b/],
  ['prices', /\b(cheap(er)?|budget|expensive|free entry|low[- ]cost|luxury|affordable)\b/],
  ['steps and ramps', /\b(wheelchairs?|accessib\w+|strollers?|step[- ]free|mobility|prams?)\b/],
  ['vegan and other diets', /\b(vegan|vegetarian|gluten|halal|kosher)\b/],
];
