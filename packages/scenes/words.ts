import { createHash } from 'node:crypto';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { SceneKind } from './scene.ts';

/** Lower case without diacritics. Letters that Unicode does not decompose, such as ł and ı, stay. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words of a text in lower case, without diacritics. */
export const wordsIn = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

/** Synonyms. Some match as the ending of a word, as in German and Japanese. */
export interface WordList {
  whole: ReadonlySet<string>;
  endings: readonly string[];
}

/** Parses a list of words separated by spaces; a leading hyphen marks an ending. */
export function parseWordList(words: string): WordList {
  const all = plain(words).split(/\s+/).filter(Boolean);
  return { whole: new Set(all.filter((word) => !word.startsWith('-'))), endings: all.flatMap((word) => (word.startsWith('-') ? word.slice(1) : [])) };
}

export const hasWord = (text: string, { whole, endings }: WordList): boolean =>
  wordsIn(text).some((word) => whole.has(word) || endings.some((ending) => word.length > ending.length && word.endsWith(ending)));

/** Words that imply a kind of scene: its subject, and countries and cities known for it. */
const vocabulary: Readonly<Record<SceneKind, string>> = {
  bridge: 'bridge bridges pont ponte puente brucke brug francisco budapest prague czechia porto newcastle',
  market: 'market markets bazaar souk souq mercado mercat mercato marche street streets night',
  cafe: 'cafe cafes coffee espresso patisserie',
  restaurant: 'restaurant restaurants food kitchen tapas bistro dinner supper suppers lunch trattoria brasserie',
  hotel: 'hotel hotels hostel hostels guesthouse riad ryokan',
  harbour:
    'harbour harbor port quay canal canals pier docks marina amsterdam copenhagen denmark netherlands bruges belgium stockholm sweden norway bergen sydney hamburg dublin ireland',
  shrine: 'shrine shrines torii jinja jingu taisha shinto',
  temple:
    'temple temples pagoda zen wat kyoto tokyo seoul beijing taipei hanoi bangkok japan korea taiwan thailand myanmar laos cambodia bhutan nepal shanghai china mongolia',
  domes:
    'mosque minaret dome domes mausoleum kasbah medina istanbul turkiye turkey marrakesh fez morocco cairo delhi jaipur india iran uzbekistan tajikistan pakistan tunisia algeria bangladesh iraq syria lebanon azerbaijan turkmenistan brunei',
  church:
    'church churches cathedral cathedrals basilica chapel abbey monastery convent duomo kirche kirke kerk kyrka iglesia igreja eglise chiesa catedral',
  castle: 'castle castles castillo castelo castello castell fortress fort citadel burg',
  ruin: 'ruins ruin forum colosseum acropolis',
  museum: 'museum museums museo museu musee gallery galleries exhibition',
  library: 'library libraries bookshop bookshops bookstore biblioteca bibliotheque bibliothek',
  theatre: 'theatre theatres theater opera teatro concert concerts ballet',
  stadium: 'stadium stadiums football cricket baseball estadio stadion',
  station: 'station stations train trains railway rail bahnhof gare estacion stazione',
  airport: 'airport airports flight flights aeropuerto aeroporto aeroport flughafen',
  lookout: 'viewpoint viewpoints lookout lookouts miradouro mirador belvedere view views panorama',
  tower: 'skytree fernsehturm',
  square: 'square squares plaza piazza praca platz',
  desert:
    'desert dune dunes sahara camel sand egypt oman jordan namibia niger chad mali libya mauritania arabia emirates qatar kuwait bahrain yemen sudan dubai djibouti',
  canyon: 'canyon gorge ravine cliff cliffs badlands mesa arizona utah nevada lesotho botswana',
  beach: 'beach beaches playa praia plage strand',
  tropical:
    'tropical palm palms lagoon coral havana cuba cartagena jamaica bahamas barbados maldives seychelles mauritius fiji samoa tonga vanuatu hawaii honolulu polynesia caribbean dominican haiti martinique guadeloupe aruba curacao bermuda grenada antigua lucia palau kiribati tuvalu micronesia cayman philippines indonesia bali zanzibar comoros rico belize panama mumbai lanka singapore',
  island: 'karst hong kong vietnam malaysia thai halong guilin rio janeiro brazil faroe azores galapagos cape verde',
  village:
    'village hillside amalfi positano cinque terre dubrovnik croatia athens greece santorini lisbon portugal malta cyprus montenegro monaco albania edinburgh cusco hill',
  coast:
    'coast coastal sea seaside ocean shore lighthouse bay cape surf waves auckland zealand australia california africa boston uruguay namib brittany cornwall iceland vancouver',
  mountains:
    'mountain mountains mount peak summit alps andes alpine hike hiking trail volcano santiago chile peru ecuador bolivia switzerland liechtenstein andorra georgia armenia kyrgyzstan slovakia slovenia austria munich colombia ethiopia',
  snow: 'snow ski skiing winter arctic aurora northern reykjavik greenland svalbard antarctica lapland finland russia',
  lake: 'lake lakes lago lac loch fjord pond reservoir river toronto canada macedonia malawi montreal quebec',
  forest:
    'forest forests woods woodland jungle rainforest national nairobi kenya gabon congo cameroon guyana suriname rica estonia latvia lithuania belarus poland krakow',
  vineyard: 'vineyard vineyards wine winery tuscany tuscan champagne burgundy florence countryside valley farm moldova seville spain bordeaux',
  park: 'park parks parc parque',
  garden: 'garden gardens jardin jardim jardins giardino botanical botanic orchard flowers tulip',
  palace:
    'palace palaces palacio palais palazzo schloss chateau paris france rome italy vienna berlin germany washington madrid london vatican milan venice',
  city: 'city skyline downtown skyscraper tower towers chicago york shanghai manhattan mexico toronto buenos aires angeles states nightlife rooftop',
};

const kindByWord = new Map<string, SceneKind>();
// A word listed for two kinds means the first of them.
for (const [kind, words] of Object.entries(vocabulary) as [SceneKind, string][])
  for (const word of words.split(' ')) if (!kindByWord.has(word)) kindByWord.set(word, kind);

/** Kinds that words call for, in the order of the words, each once; none when no word is known. */
export const kindsNamed = (text: string): SceneKind[] => [...new Set(wordsIn(text).flatMap((word) => kindByWord.get(word) ?? []))];

/** Kinds that show landscapes and towns, and not a specific sight that a user could look for at the place. */
const surroundings: ReadonlySet<SceneKind> = new Set<SceneKind>([
  ...(['coast', 'mountains', 'city', 'desert', 'forest', 'lake', 'village', 'tropical', 'canyon', 'snow', 'vineyard', 'island', 'harbour'] as const),
]);

export const isLandscapeOrTown = (kind: SceneKind): boolean => surroundings.has(kind);

const everywhere: readonly SceneKind[] = ['city', 'village', 'coast', 'lake', 'harbour', 'mountains', 'vineyard', 'forest'];
const cold: readonly SceneKind[] = ['snow', 'mountains', 'lake', 'forest', 'harbour', 'village', 'coast', 'city'];
const temperate: readonly SceneKind[] = ['lake', 'mountains', 'forest', 'village', 'coast', 'vineyard', 'city', 'harbour'];
const warm: readonly SceneKind[] = ['tropical', 'island', 'coast', 'city', 'village', 'forest', 'mountains', 'lake'];

/** Likely kinds at a latitude, degrees. */
function kindsAt(near?: Coordinates): readonly SceneKind[] {
  if (!near) return everywhere;
  const away = Math.abs(near.latitude);
  return away > 58 ? cold : away > 30 ? temperate : warm;
}

/** Likely landscapes and towns at a location, in an order that a hash of the words determines. */
export function likelyKinds(text: string, near?: Coordinates): SceneKind[] {
  const likely = kindsAt(near);
  const turn = createHash('sha256').update(wordsIn(text).join(' ')).digest().readUInt8(0) % likely.length;
  return [...likely.slice(turn), ...likely.slice(0, turn)];
}

/** Scene kinds for a text, best first and never empty: kinds that its words mean, then kinds likely at the location. */
export const kindsFor = (text: string, near?: Coordinates): SceneKind[] => [...new Set([...kindsNamed(text), ...likelyKinds(text, near)])];
