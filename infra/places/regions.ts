import type { Town } from './columns.ts';

/** States that are part of a town's shown name, by GeoNames code. Countries whose towns are shown without a state are left out. */
const regions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut', DE: 'Delaware' },
    ...{ DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa' },
    ...{ KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota' },
    ...{ MS: 'Mississippi', MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
    ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon' },
    ...{ PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah' },
    ...{ VT: 'Vermont', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  },
  CA: {
    ...{ '01': 'Alberta', '02': 'British Columbia', '03': 'Manitoba', '04': 'New Brunswick', '05': 'Newfoundland and Labrador' },
    ...{ '07': 'Nova Scotia', '08': 'Ontario', '09': 'Prince Edward Island', '10': 'Quebec', '11': 'Saskatchewan', '12': 'Yukon' },
    ...{ '13': 'Northwest Territories', '14': 'Nunavut' },
  },
  AU: {
    ...{ '01': 'Australian Capital Territory', '02': 'New South Wales', '03': 'Northern Territory', '04': 'Queensland' },
    ...{ '05': 'South Australia', '06': 'Tasmania', '07': 'Victoria', '08': 'Western Australia' },
  },
};

/** Name of a town's state; null in countries whose towns are shown without a state. */
export const regionOf = ({ countryCode, adminCode }: Pick<Town, 'countryCode' | 'adminCode'>): string | null =>
  regions[countryCode]?.[adminCode] ?? null;

/** Abbreviation of a state, which is its code if that consists of letters; otherwise null. */
export const regionCodeOf = ({ countryCode, adminCode }: Pick<Town, 'countryCode' | 'adminCode'>): string | null =>
  regions[countryCode]?.[adminCode] && /^[A-Z]+$/.test(adminCode) ? adminCode : null;

/** Names and abbreviations of regions that people write behind a town, by GeoNames code. They are matched but never shown. */
const regionsAround: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
  BR: {
    ...{
      '01': 'AC Acre',
      '02': 'AL Alagoas',
      '03': 'AP Amapá',
      '04': 'AM Amazonas',
      '05': 'BA Bahia',
      '06': 'CE Ceará',
      '07': 'DF Distrito Federal',
    },
    ...{ '08': 'ES Espírito Santo', '11': 'MS Mato Grosso do Sul', '13': 'MA Maranhão', '14': 'MT Mato Grosso', '15': 'MG Minas Gerais' },
    ...{ '16': 'PA Pará', '17': 'PB Paraíba', '18': 'PR Paraná', '20': 'PI Piauí', '21': 'RJ Rio de Janeiro', '22': 'RN Rio Grande do Norte' },
    ...{ '23': 'RS Rio Grande do Sul', '24': 'RO Rondônia', '25': 'RR Roraima', '26': 'SC Santa Catarina', '27': 'SP São Paulo', '28': 'SE Sergipe' },
    ...{ '29': 'GO Goiás', '30': 'PE Pernambuco', '31': 'TO Tocantins' },
  },
  CA: {
    ...{ '01': 'AB', '02': 'BC', '03': 'MB', '04': 'NB', '05': 'NL', '07': 'NS', '08': 'ON', '09': 'PE PEI', '10': 'QC', '11': 'SK', '12': 'YT' },
    ...{ '13': 'NT', '14': 'NU' },
  },
  DE: {
    ...{ '01': 'Baden Württemberg', '02': 'Bayern Bavaria', '05': 'Hessen Hesse', '06': 'Niedersachsen Lower Saxony', '08': 'Rheinland Pfalz' },
    ...{ '07': 'Nordrhein Westfalen NRW North Rhine Westphalia', '09': 'Saarland', '10': 'Schleswig Holstein', '11': 'Brandenburg' },
    ...{ '12': 'Mecklenburg Vorpommern', '13': 'Sachsen Saxony', '14': 'Sachsen Anhalt Saxony', '15': 'Thüringen Thuringia' },
  },
  ES: {
    ...{ '07': 'Baleares Balearic Islands Mallorca', '27': 'La Rioja', '31': 'Murcia', '32': 'Navarra', '34': 'Asturias', '39': 'Cantabria' },
    ...{ '51': 'Andalucía Andalusia', '52': 'Aragón', '53': 'Canarias Canary Islands', '54': 'Castilla La Mancha', '55': 'Castilla y León' },
    ...{ '56': 'Cataluña Catalunya Catalonia', '57': 'Extremadura', '58': 'Galicia', '59': 'País Vasco Euskadi Basque Country' },
    ...{ '60': 'Comunidad Valenciana' },
  },
  GB: { ENG: 'England', NIR: 'Northern Ireland', SCT: 'Scotland', WLS: 'Wales Cymru' },
  ID: { '02': 'Bali' },
  IT: {
    ...{
      '01': 'Abruzzo',
      '02': 'Basilicata',
      '03': 'Calabria',
      '04': 'Campania',
      '05': 'Emilia Romagna',
      '06': 'Friuli Venezia Giulia',
      '07': 'Lazio',
    },
    ...{ '08': 'Liguria', '09': 'Lombardia Lombardy', '10': 'Marche', '11': 'Molise', '12': 'Piemonte Piedmont', '13': 'Puglia Apulia' },
    ...{
      '14': 'Sardegna Sardinia',
      '15': 'Sicilia Sicily',
      '16': 'Toscana Tuscany',
      '17': 'Trentino Alto Adige Südtirol South Tyrol',
      '18': 'Umbria',
    },
    ...{ '19': 'Valle Aosta', '20': 'Veneto' },
  },
};

/** Searchable names of a town's region; empty for an unlisted region. */
export const regionNamesOf = ({ countryCode, adminCode }: Pick<Town, 'countryCode' | 'adminCode'>): string =>
  regionsAround[countryCode]?.[adminCode] ?? '';
