type ByCountry = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Alternative names of towns, by country and gazetteer name: local names for English names, and the reverse. */
const calledOtherwise: ByCountry = {
  AT: { Vienna: ['Wien', 'Vienne', 'Viena'] },
  BE: { Brussels: ['Bruxelles', 'Brussel'], Antwerpen: ['Antwerp', 'Anvers'], Gent: ['Ghent'], Brugge: ['Bruges'], Leuven: ['Löwen', 'Louvain'] },
  CH: {
    Zürich: ['Zurich'],
    Genève: ['Geneva', 'Genf', 'Ginebra', 'Ginevra'],
    Luzern: ['Lucerne'],
    Basel: ['Basle', 'Bâle', 'Basilea'],
    Bern: ['Berne'],
  },
  CN: { Beijing: ['Peking'], Guangzhou: ['Canton'], Nanjing: ['Nanking'], 'Xi’an': ['Xian'] },
  CU: { Havana: ['La Habana'] },
  CZ: { Prague: ['Praha', 'Prag'], Pilsen: ['Plzeň'], 'Karlovy Vary': ['Karlsbad', 'Carlsbad'], Olomouc: ['Olmütz'], Brno: ['Brünn'] },
  DE: {
    Munich: ['München'],
    Köln: ['Cologne'],
    Nürnberg: ['Nuremberg'],
    Hannover: ['Hanover'],
    Braunschweig: ['Brunswick'],
    Regensburg: ['Ratisbon', 'Ratisbonne', 'Ratisbona'],
  },
  DK: { Copenhagen: ['København', 'Kopenhagen'] },
  DZ: { Algiers: ['Alger'] },
  ES: {
    ...{ Sevilla: ['Seville'], Zaragoza: ['Saragossa'], Palma: ['Palma de Mallorca'], 'A Coruña': ['La Coruña', 'Corunna'], Bilbao: ['Bilbo'] },
    ...{ Pamplona: ['Iruña'], Girona: ['Gerona'], Lleida: ['Lérida'], Ourense: ['Orense'] },
  },
  FI: { Helsinki: ['Helsingfors'] },
  FR: { Strasbourg: ['Straßburg', 'Strassburg'], Nice: ['Nizza'], Marseille: ['Marseilles'], Lyon: ['Lyons'] },
  GE: { Tbilisi: ['Tiflis'] },
  GR: { Athens: ['Athina', 'Athen'], Corfu: ['Kerkyra', 'Korfu'] },
  HR: { Split: ['Spalato'], Dubrovnik: ['Ragusa'] },
  IN: { Mumbai: ['Bombay'], Kolkata: ['Calcutta'], Chennai: ['Madras'], Bengaluru: ['Bangalore'], Varanasi: ['Benares'], Pune: ['Poona'] },
  IT: {
    ...{ Rome: ['Roma', 'Rom'], Milan: ['Milano', 'Mailand'], Naples: ['Napoli', 'Neapel'], Florence: ['Firenze', 'Florenz'] },
    ...{ Venice: ['Venezia', 'Venedig'], Turin: ['Torino'], Genoa: ['Genova', 'Genua'], Padova: ['Padua'], Mantova: ['Mantua'] },
    ...{ Bolzano: ['Bozen'] },
    ...{ Siracusa: ['Syracuse'] },
  },
  KZ: { 'Nur-Sultan': ['Astana'], Almaty: ['Alma-Ata'] },
  LA: { 'Luang Prabang': ['Louangphrabang'] },
  MA: { Marrakesh: ['Marrakech'], Tangier: ['Tanger'], Essaouira: ['Mogador'] },
  MM: { Yangon: ['Rangoon'] },
  MN: { 'Ulan Bator': ['Ulaanbaatar'] },
  MX: { 'Mexico City': ['Ciudad de México'] },
  NL: { 'The Hague': ['Den Haag'], "'s-Hertogenbosch": ['Den Bosch', 'Bois-le-Duc'] },
  PL: { Warsaw: ['Warszawa', 'Warschau'], Kraków: ['Cracow', 'Krakau'], Gdańsk: ['Danzig'], Wrocław: ['Breslau'] },
  PA: { Panamá: ['Panama City'] },
  PT: { Lisbon: ['Lisboa', 'Lissabon'], Porto: ['Oporto'] },
  RO: { Bucharest: ['București'], Sibiu: ['Hermannstadt'] },
  RS: { Belgrade: ['Beograd'] },
  RU: { Moscow: ['Moskva', 'Moskau'], 'Saint Petersburg': ['St Petersburg', 'Sankt-Peterburg'] },
  SA: { Mecca: ['Makkah'] },
  SE: { Göteborg: ['Gothenburg'] },
  TH: { Bangkok: ['Krung Thep', 'Bangcoc'] },
  UA: { Kyiv: ['Kiev'], Lviv: ['Lvov', 'Lemberg'], Odessa: ['Odesa'] },
  US: { 'New York City': ['New York', 'NYC'], 'Washington, D.C.': ['Washington DC'], 'Los Angeles': ['LA'] },
  VN: { 'Ho Chi Minh City': ['Saigon'], Hanoi: ['Ha Noi'] },
};

/** Abbreviations in notes and chats, and airport codes that stand for a town. */
const inShort: ByCountry = {
  AR: { 'Buenos Aires': ['BsAs', 'Bs As', 'CABA'] },
  BR: { 'São Paulo': ['Sampa'] },
  CA: { Montréal: ['Mtl'] },
  DE: { 'Frankfurt am Main': ['FFM'], Hamburg: ['HH'] },
  ES: { Barcelona: ['Barna'] },
  HK: { 'Hong Kong': ['HK'] },
  ID: { Jakarta: ['JKT'], Yogyakarta: ['Jogja'] },
  IL: { 'Tel Aviv': ['TLV'] },
  IN: { Bengaluru: ['BLR'] },
  MX: { 'Mexico City': ['CDMX', 'Mexico DF'] },
  MY: { 'Kuala Lumpur': ['KL'] },
  NP: { Kathmandu: ['KTM'] },
  RU: { 'Saint Petersburg': ['SPb'] },
  TH: { Bangkok: ['BKK'] },
  US: {
    ...{ 'San Francisco': ['SF'], 'Los Angeles': ['LA'], Philadelphia: ['Philly'], 'New Orleans': ['NOLA'], 'Salt Lake City': ['SLC'] },
    ...{ 'New York City': ['NYC', 'NY'], 'Washington, D.C.': ['DC'], 'Las Vegas': ['Vegas'], Atlanta: ['ATL'] },
  },
  VN: { 'Ho Chi Minh City': ['HCMC', 'TP HCM', 'SGN'] },
  ZA: { Johannesburg: ['Joburg', 'Jozi'] },
};

/** All alternative names of a town, by country and name. */
export const otherNames: ByCountry = Object.fromEntries(
  [...new Set([...Object.keys(calledOtherwise), ...Object.keys(inShort)])].map((code) => [code, merged(calledOtherwise[code], inShort[code])]),
);

function merged(all: ByCountry[string] = {}, more: ByCountry[string] = {}): ByCountry[string] {
  const names = new Set([...Object.keys(all), ...Object.keys(more)]);
  return Object.fromEntries([...names].map((name) => [name, [...new Set([...(all[name] ?? []), ...(more[name] ?? [])])]]));
}
