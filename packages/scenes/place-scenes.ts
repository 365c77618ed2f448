import type { SceneKind } from './scene.ts';
import { hasWord, parseWordList, type WordList } from './words.ts';

/** A scene for a kind of place, or null for no scene, with its conditions. */
interface Choice {
  scene: SceneKind | null;
  /** Words of which a name must contain one; without them the kind alone suffices. */
  words?: WordList;
  /** Restricts the scene to regions whose architecture or nature it shows. */
  where?: (place: PicturedPlace) => boolean;
}

const inCountries = (codes: string): ((place: PicturedPlace) => boolean) => {
  const known = new Set(codes.split(' '));
  return ({ countryCode }) => countryCode !== null && known.has(countryCode);
};
const farFromEquator =
  (degrees: number) =>
  ({ latitude }: PicturedPlace) =>
    latitude !== null && Math.abs(latitude) > degrees;
const nearEquator =
  (degrees: number) =>
  ({ latitude }: PicturedPlace) =>
    latitude !== null && Math.abs(latitude) <= degrees;

const europeans =
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK';
const latinAmericans = 'AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE';
const eastAsians = 'CN HK JP KP KR MN MO TW';
const inEurope = inCountries(europeans);
const inPlasteredTowns = inCountries(`${europeans} ${latinAmericans}`);
const inTheWest = inCountries(`${europeans} ${latinAmericans} AU CA NZ US`);
const amongPagodas = inCountries(`${eastAsians} BT KH LA MM SG TH VN`);
const inEastAsia = inCountries(`${eastAsians} KH LA MM TH VN`);
const amongAncientColumns = inCountries('AL CY DZ ES FR GR HR IL IT JO LB LY MK MT PT SY TN TR');
const isStoneCastle = (place: PicturedPlace): boolean => place.countryCode !== null && !inEastAsia(place);

const mosque = parseWordList('mosque masjid camii cami mosquee moschee mezquita mesquita moskee msikiti');
const church = parseWordList(
  'church cathedral basilica chapel abbey minster priory oratory kirk kirke kirche kirken dom kerk kyrka kyrkan kirkja -kirche -kirke -kerk -kyrka -kyrkan -kirkja -kathedraal -kathedrale -basiliek -kapelle ' +
    'katedral katedrala katedra kathedrale munster catedral cathedrale cattedrale duomo iglesia igreja eglise chiesa capilla capela cappella chapelle basilique bazilika bazylika templom kościół kostel crkva ermita',
);
/** Words that mean a church in Western countries only; elsewhere the place may belong to any faith. */
const westernChurch = parseWordList(
  'monastery convent convento mosteiro monasterio monastere kloster klaster klasztor couvent abadia abbazia santa santo san sant saint sainte sankt sint st notre',
);
const temple = parseWordList('temple wat pagoda chua ji dera -dera -寺 -庙 -廟');
const shrine = parseWordList('shrine jinja jingu taisha tenmangu hachimangu -神社 -神宮 -大社');
const otherFaiths = parseWordList('synagogue synagoga sinagoga zsinagoga synagoge gurdwara mandir hindu baha sri kovil -amman -mandir');
const castle = parseWordList(
  'castle castillo castelo castello castel kasteel burg fort fortress fortaleza forteresse fortezza citadel citadelle ciudadela zamek hrad tvrđava alcazar alcazaba hisarı qila',
);
const palace = parseWordList('palace palais palazzo palacio palau paleis palota palac residenz schloss slot slott chateau');
const ruin = parseWordList('ruin ruins ruinas rovine ruinen forum foro agora acropolis akropolis thermae terme');
const library = parseWordList('library biblioteca bibliotheque bibliothek biblioteka bookstore bookshop livraria libreria');
const station = parseWordList('station estacion estacao stazione gare bahnhof hauptbahnhof terminal terminus');
const stadium = parseWordList('stadium stadion estadio stade stadio arena');
const theatre = parseWordList('theatre theater teatro opera oper staatsoper operahaz');
const tvTower = parseWordList('skytree fernsehturm tv television');
const market = parseWordList(
  'market markets mercado mercat mercato marche markt markthalle -markt -markthalle bazaar bazar souk souq saluhall halles çarşı çarşısı -çarşı chợ pasar ichiba sijang -市場 -시장 -夜市',
);
const cafe = parseWordList('cafe caffe coffee kaffee koffie kafe tea teahouse patisserie confeitaria pasteleria konditorei');
const noTable = parseWordList('road calle rua rue via plac bar pub brewery gelateria hall centre center');
const localTransport = parseWordList('bus coach ferry metro subway underground tram busbahnhof');
const noPark = parseWordList(
  'cemetery cementerio cemiterio cimetiere friedhof kirkegard kyrkogard kyrkogarden monument memorial terrace field feld airport works',
);

/** Scene options per kind of place, in order of precedence. Kinds with varying exteriors, such as museums, show an interior. */
const table: Readonly<Record<PlaceKind, readonly Choice[]>> = {
  otherFaith: [],
  mosque: [{ scene: 'domes' }],
  shrine: [{ scene: 'shrine', where: inCountries('JP') }],
  temple: [
    { scene: null, words: otherFaiths },
    { scene: 'temple', where: amongPagodas },
  ],
  church: [{ scene: 'church' }],
  worship: [
    { scene: null, words: otherFaiths },
    { scene: 'domes', words: mosque },
    { scene: 'church', words: church },
    { scene: 'church', words: westernChurch, where: inTheWest },
    { scene: 'shrine', words: shrine, where: inCountries('JP') },
    { scene: 'temple', words: temple, where: amongPagodas },
  ],
  animals: [],
  museum: [
    { scene: null, words: parseWordList('aquarium oceanario oceanarium planetarium yacht ship prison gaol zoo skansen fort fortress tvrđava') },
    { scene: 'museum' },
  ],
  theatre: [{ scene: 'theatre' }],
  library: [{ scene: 'library' }],
  school: [],
  localTransport: [],
  station: [{ scene: null, words: localTransport }, { scene: 'station' }],
  airport: [{ scene: 'airport' }],
  stadium: [{ scene: 'stadium' }],
  garden: [{ scene: null, words: parseWordList('palace tower turm conservatory library') }, { scene: 'garden' }],
  park: [{ scene: null, words: noPark }, { scene: 'park' }],
  beach: [{ scene: null, words: parseWordList('pier port boxes') }, { scene: 'tropical', where: nearEquator(24) }, { scene: 'beach' }],
  bridge: [{ scene: 'bridge' }],
  palace: [
    { scene: 'castle', words: castle, where: isStoneCastle },
    { scene: 'palace', words: palace, where: inTheWest },
  ],
  castle: [
    { scene: 'palace', words: palace, where: inTheWest },
    { scene: 'castle', where: isStoneCastle },
  ],
  ruin: [{ scene: 'ruin', where: amongAncientColumns }],
  tvTower: [{ scene: 'tower' }],
  bar: [],
  cafe: [{ scene: 'cafe' }],
  hotel: [{ scene: 'hotel' }],
  winery: [{ scene: 'vineyard' }],
  marketplace: [{ scene: 'market' }],
  // A name must confirm the kind, because place searches classify many shops as markets.
  market: [{ scene: 'market', words: market }],
  ski: [{ scene: 'snow' }],
  mountain: [{ scene: 'mountains' }],
  lake: [{ scene: 'lake', where: farFromEquator(30) }],
  island: [
    { scene: 'island', where: inCountries('MY PH TH VN') },
    { scene: 'tropical', where: nearEquator(24) },
  ],
  forest: [
    { scene: null, words: parseWordList('bamboo rainforest mangrove') },
    { scene: 'forest', where: farFromEquator(30) },
  ],
  desert: [{ scene: 'desert' }],
  canyon: [{ scene: 'canyon' }],
  harbour: [{ scene: 'harbour', where: inEurope }],
  square: [
    { scene: null, words: parseWordList('park crossing gardens') },
    { scene: 'square', where: inPlasteredTowns },
  ],
  quarter: [],
  viewpoint: [{ scene: 'tower', words: tvTower }, { scene: 'castle', words: castle, where: isStoneCastle }, { scene: 'lookout' }],
  food: [{ scene: 'market', words: market }, { scene: 'cafe', words: cafe }, { scene: null, words: noTable }, { scene: 'restaurant' }],
  nature: [
    { scene: 'lake', words: parseWordList('lake lago lac loch'), where: farFromEquator(30) },
    { scene: 'mountains', words: parseWordList('mountain mountains mount volcano') },
    { scene: 'canyon', words: parseWordList('canyon gorge') },
    { scene: 'desert', words: parseWordList('desert dunes') },
    { scene: 'forest', words: parseWordList('forest woods'), where: farFromEquator(30) },
    { scene: null, words: parseWordList('bamboo') },
  ],
  historic: [
    { scene: 'castle', words: castle, where: isStoneCastle },
    { scene: 'ruin', words: ruin, where: amongAncientColumns },
    { scene: 'ruin', words: parseWordList('temple parthenon'), where: inCountries('GR IT TR') },
    { scene: 'library', words: library },
    { scene: 'station', words: parseWordList('station bahnhof') },
    { scene: 'palace', words: palace, where: inTheWest },
  ],
  landmark: [
    { scene: null, words: localTransport },
    { scene: 'station', words: station },
    { scene: 'stadium', words: stadium },
    { scene: 'theatre', words: theatre },
    { scene: 'library', words: library },
    { scene: 'tower', words: tvTower },
    { scene: 'coast', words: parseWordList('lighthouse faro phare leuchtturm') },
    { scene: 'castle', words: castle, where: isStoneCastle },
  ],
};

/**
 * The scene of a place: its kind permits several scenes, and the words of its names choose among them. Null when no scene shows the place, or when a
 * name is ambiguous.
 */
export function sceneOfPlace(place: PicturedPlace): SceneKind | null {
  const kind = kindOfPlace(place);
  const choices = kind ? table[kind].filter(({ where }) => where?.(place) ?? true) : [];
  for (const name of place.names) {
    const called = choices.filter(({ words }) => words && hasWord(name, words));
    const [first] = called;
    if (first) return called.every(({ scene }) => scene === first.scene) ? first.scene : null;
  }
  return choices.find(({ words }) => !words)?.scene ?? null;
}

/** Data of a place that determine its picture. */
export interface PicturedPlace {
  /** Categories from the place search that found the place, of the gazetteer or of Mapbox. `maki` is the name of an icon of the Maki set. */
  categories: readonly string[];
  maki: string | null;
  /** Name of the place, then alternative names, then the title of a stop there. */
  names: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  /** Degrees; null when the location is unknown. */
  latitude: number | null;
}

/** Place kinds with the categories of place searches that mean them. Specific kinds precede general kinds. */
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
type PlaceKind = keyof typeof wordsOfKinds;

const kindWords = (Object.entries(wordsOfKinds) as [PlaceKind, string][]).map(([kind, words]) => ({ kind, words: new Set(words.split(' ')) }));

const asWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

/** Kind of a place by its categories and icon; null when none is known. */
export function kindOfPlace({ categories, maki }: Pick<PicturedPlace, 'categories' | 'maki'>): PlaceKind | null {
  const said = [...categories, maki ?? ''].map(asWord);
  return kindWords.find(({ words }) => said.some((word) => words.has(word)))?.kind ?? null;
}
