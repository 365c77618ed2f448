/** Parts of the world that people travel to, with the cities of the built-in world in them. */
export const regions: Readonly<Record<string, readonly string[]>> = {
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

/** Names of countries that no list of countries has, by their code; those that are words of their own as well count in capitals only. */
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
export const countryCapitals: Readonly<Record<string, string>> = { US: 'US', USA: 'US', UK: 'GB', UAE: 'AE' };

/** Larger than any trip. */
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

/** Divisions that tell namesakes of a town apart: `Paris, Texas`. */
export const divisions: ReadonlySet<string> = new Set(
  (
    'alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,' +
    'louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico,' +
    'new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,' +
    'virginia,washington,west virginia,wisconsin,wyoming,ontario,quebec,alberta,manitoba,nova scotia,british columbia,tasmania,queensland'
  ).split(','),
);
