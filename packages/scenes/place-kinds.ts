/** Facts about a place that needs a picture. */
export interface PicturedPlace {
  /** In the words of the place search that found it: of our own points of interest, of Mapbox, and icons of the Maki set. */
  categories: readonly string[];
  maki: string | null;
  /** The name first, then other names of it, then the title of a stop there. */
  names: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  /** Degrees; null when the location is unknown. */
  latitude: number | null;
}

/** Kinds of places with the terms of place searches for them. Specific kinds stand before general ones. */
const wordsOfKinds = {
  otherFaith: 'synagogue religious-jewish hindu-temple sikh-temple gurdwara',
  mosque: 'mosque religious-muslim',
  shrine: 'shinto-shrine religious-shinto',
  temple: 'buddhist-temple religious-buddhist pagoda',
  church: 'church cathedral chapel basilica abbey religious-christian',
  animals: 'zoo aquarium wildlife-park safari-park',
  museum: 'museum art-museum history-museum science-museum art-gallery gallery',
  theatre: 'theatre theater concert-hall opera opera-house performing-arts',
  library: 'library bookstore bookshop book-store',
  school: 'university college school',
  localTransport: 'bus bus-station bus-stop ferry ferry-terminal rail-metro rail-light metro-station subway-station tram',
  station: 'station rail railway-station train-station',
  airport: 'airport international-airport',
  stadium: 'stadium sports-stadium cricket-ground',
  garden: 'garden botanical-garden',
  park: 'park city-park',
  beach: 'beach',
  bridge: 'bridge',
  palace: 'palace',
  castle: 'castle fort fortress citadel',
  ruin: 'ruin ruins archaeological-site',
  tvTower: 'communications-tower observation-tower',
  bar: 'bar pub beer nightclub brewery ice-cream',
  cafe: 'cafe coffee coffee-shop tea-room teahouse',
  hotel: 'hotel lodging hostel motel guest-house bed-and-breakfast',
  winery: 'winery vineyard',
  marketplace: 'farmers-market flea-market street-market marketplace',
  market: 'market',
  ski: 'ski skiing ski-area ski-resort',
  mountain: 'mountain volcano peak',
  lake: 'lake',
  island: 'island',
  forest: 'forest',
  desert: 'desert',
  canyon: 'canyon gorge',
  harbour: 'harbour harbor marina',
  square: 'square plaza',
  quarter: 'neighbourhood neighborhood town village city street road suburb',
  viewpoint: 'viewpoint scenic-lookout scenic-viewpoint',
  food: 'food restaurant food-and-drink',
  worship: 'religious place-of-worship temple shrine monastery',
  nature: 'nature natural national-park nature-reserve',
  historic: 'historic historic-site',
  landmark: 'landmark monument',
} as const;
export type PlaceKind = keyof typeof wordsOfKinds;

const kindWords = (Object.entries(wordsOfKinds) as [PlaceKind, string][]).map(([kind, words]) => ({ kind, words: new Set(words.split(' ')) }));

const asWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

/** Kind of a place; null when its facts do not tell. */
export function kindOfPlace({ categories, maki }: Pick<PicturedPlace, 'categories' | 'maki'>): PlaceKind | null {
  const said = [...categories, maki ?? ''].map(asWord);
  return kindWords.find(({ words }) => said.some((word) => words.has(word)))?.kind ?? null;
}
