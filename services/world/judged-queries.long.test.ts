import { injectFetch } from '@waystory/infra/http/caller.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { authorsOf, loadWorld, placesOf } from './data.ts';
import { placeRecord, seedWorld } from './seed.ts';
import { worldRoutes } from './world-client.ts';

/** Search query with its relevant results, as judged by hand. */
interface JudgedQuery {
  q: string;
  kind: Kind;
  /** Titles of stories, places of stops as `<city>/<place>`, or user names. One of them must be among the first three results. */
  wanted: readonly string[];
}

const kinds = ['stories', 'stops', 'people'] as const;
type Kind = (typeof kinds)[number];

const of =
  (kind: Kind) =>
  (q: string, ...wanted: string[]): JudgedQuery => ({ q, kind, wanted });
const story = of('stories');
const stop = of('stops');
const person = of('people');

const stories: readonly JudgedQuery[] = [
  story('kyoto bells', 'Kyoto before the bells'),
  story('kyotto before the bels', 'Kyoto before the bells'),
  story('water in kyoto', 'Where Kyoto keeps its water'),
  story('gaudi barcelona', 'Gaudí by the stairwell'),
  story('noodles from bangkok to hanoi', 'A noodle survey, Bangkok to Hanoi'),
  story('berlin wall', 'Berlin, along a line that is gone'),
  story('hong kong ferry', 'Hong Kong by ferry light'),
  story('lisbon castle kids', 'Two kids, one castle and a dragon well'),
  story('new york grandchildren', 'The big city, with grandchildren in tow'),
  story('tokyo apetite', 'Tokyo by appetite, east to west'),
  story('porto on a napkin', 'Granite, blue tiles and one long bridge'),
  story('buenos aires santiago andes', 'Over the Andes: Buenos Aires to Santiago'),
  story('sidney harbor lamps', 'Harbour lamps of Sydney'),
  story('chicago wind', 'Chicago with the wind behind me'),
  story('viena gold leaf', 'Vienna in gold leaf'),
  story('montreal bike', 'Two wheels and a tenor: Montréal'),
  story('istambul ferry tea', 'Istanbul by ferry, with tea'),
  story('budapest steam', 'Budapest, steam and stairs'),
  story('delhi kites', 'Delhi for kite watchers'),
  story('cartagena hamock', 'A hammock itinerary for Cartagena'),
  story('dublin edinburgh gardens', 'Two green capitals'),
  story('orange seville', 'Three days of orange shade'),
  story('san francisco fog', 'The fog line: a San Francisco notebook'),
  story('paris late', 'The last métro home'),
  story('tokyo kyoto seoul', 'Three cities from the top down'),
  story('lima cuzco', 'From the sea to the sky: Lima and Cusco', 'Letters from thin air', 'Cusco, one careful step at a time'),
  story('jazz new orleans', 'Second line, slow ride', 'Clave and brass: Havana to New Orleans', 'Up the river to Chicago'),
  story('slow munich mornings', 'Munich for slow mornings'),
  story('amsterdam outer canals', 'Ring by ring'),
  story('venice back canals', 'Slippers on stone'),
  story('winter reykjavik', 'Reykjavík with cold hands', 'Hot water, cold wind'),
  story('rome supper', 'Four late suppers in Rome'),
  story('kyotto tempel', 'Kyoto before the bells', 'Where Kyoto keeps its water', 'Wood, gravel, paper'),
  story('night market taipei', 'Between two night markets'),
  story('bullet train japan', 'Two capitals and one railway'),
  story('pinguins cape town', 'Down the peninsula'),
  story('ship stockholm', 'Djurgården and a ship in the dark'),
  story('coffee rome', 'Standing at the bar'),
  story('krakow salt mine', 'Memory, mounds and salt'),
  story('tango buenos aires', 'Buenos Aires at half tempo'),
  story('kites seoul palaces', 'Old palaces for short legs'),
];

const stops: readonly JudgedQuery[] = [
  stop('kyotto tempel', 'kyoto/kinkaku-ji', 'kyoto/kiyomizu-dera', 'kyoto/ginkaku-ji', 'kyoto/to-ji', 'kyoto/ryoan-ji'),
  stop('golden pavilion', 'kyoto/kinkaku-ji'),
  stop('金閣寺', 'kyoto/kinkaku-ji'),
  stop('bamboo forest kyoto', 'kyoto/arashiyama-bamboo-grove'),
  stop('eiffel tower', 'paris/tour-eiffel'),
  stop('eifel tower paris', 'paris/tour-eiffel'),
  stop('louvre museum', 'paris/musee-du-louvre'),
  stop('brandenburg gate', 'berlin/brandenburger-tor'),
  stop('tempelhof', 'berlin/tempelhofer-feld'),
  stop('hagia sophia', 'istanbul/ayasofya'),
  stop('blue mosque istanbul', 'istanbul/sultanahmet-camii'),
  stop('grand bazar', 'istanbul/kapalicarsi'),
  stop('charls bridge prague', 'prague/karluv-most'),
  stop('colloseum rome', 'rome/colosseo'),
  stop('trevi fontain', 'rome/fontana-di-trevi'),
  stop('st peters basilica', 'rome/basilica-di-san-pietro'),
  stop('sagrada familia', 'barcelona/sagrada-familia'),
  stop('tower bridge', 'london/tower-bridge'),
  stop('golden gate bridge', 'san-francisco/golden-gate-bridge'),
  stop('statue of libery', 'new-york/statue-of-liberty'),
  stop('opera sydney', 'sydney/sydney-opera-house'),
  stop('pyramid giza', 'cairo/great-pyramid'),
  stop('christ redeemer', 'rio-de-janeiro/cristo-redentor'),
  stop('sugarloaf rio', 'rio-de-janeiro/pao-de-acucar'),
  stop('table mountian', 'cape-town/table-mountain'),
  stop('little mermaid copenhagen', 'copenhagen/den-lille-havfrue'),
  stop('fishermans bastion', 'budapest/halaszbastya'),
  stop('경복궁', 'seoul/gyeongbokgung'),
  stop('anne frank house', 'amsterdam/anne-frank-huis'),
  stop('forbiden city beijing', 'beijing/forbidden-city'),
  stop('belem tower lisbon', 'lisbon/torre-de-belem'),
  stop('lello bookshop porto', 'porto/livraria-lello'),
  stop('schonbrunn palace', 'vienna/schloss-schoenbrunn'),
  stop('temple of literature', 'hanoi/temple-of-literature'),
  stop('turtles golden eaves', 'kyoto/kinkaku-ji'),
  stop('baths budapest', 'budapest/szechenyi-gyogyfurdo'),
  stop('beach barcelona', 'barcelona/platja-de-la-barceloneta'),
  stop('dancing house', 'prague/tancici-dum'),
  stop('night market hong kong', 'hong-kong/temple-street'),
  stop('sistine chapel', 'rome/musei-vaticani'),
  stop('bird nest beijing', 'beijing/birds-nest'),
];

const people: readonly JudgedQuery[] = [
  person('rain before seven', 'rain_before_seven'),
  person('tram twentyeight', 'tram_twentyeight'),
  person('two expressi', 'two_espressi'),
  person('noodle', 'noodle_cartographer'),
  person('lanternfsh', 'lanternfish'),
  person('otter oak', 'otter_and_oak'),
  person('blue note bikr', 'blue_note_biker'),
  person('quiet_carriage', 'quiet_carriage'),
];

const judgedQueries: readonly JudgedQuery[] = [...stories, ...stops, ...people];

/** Number of results that a reader sees without scrolling. */
const visible = 3;
const world = await loadWorld();
const places = placesOf(world);

let product: TestProduct;
let reader: Person;
beforeAll(async () => {
  product = await testProduct();
  const clientFor = ({ subjectId, roles }: { subjectId: string; roles: readonly ('moderator' | 'admin')[] }) => {
    const identity = { subjectId, accountId: accountIdOf(subjectId), email: null, name: null, roles: [...roles] };
    const token = product.host.tokenFor({ ...identity, issuedAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY });
    return createClient(worldRoutes, { baseUrl: '/api', token: async () => token, fetch: injectFetch(product.host.app) });
  };
  await seedWorld({ clientFor, log: createLog('silent') }, world);
  reader = product.person('reader');
  // Searches of this reader then include all earlier writes.
  await reader.api.createItinerary({ body: { title: 'All is told' } });
}, 300_000);
afterAll(() => product.stop());

test('judged search queries are distinct, and their relevant results are in the seeded world', () => {
  const known = {
    stories: new Set(world.itineraries.map(({ title }) => title)),
    stops: new Set(world.itineraries.flatMap(({ days }) => days.flatMap((day) => day.stops.map(({ place }) => place)))),
    people: new Set(authorsOf(world)),
  };
  expect(judgedQueries.flatMap(({ kind, wanted }) => wanted.filter((one) => !known[kind].has(one)))).toEqual([]);
  expect([...known.stops].every((address) => places.has(address))).toBe(true);
  expect(new Set(judgedQueries.map(({ kind, q }) => `${kind} ${q}`)).size).toBe(judgedQueries.length);
  expect(judgedQueries.length).toBeGreaterThanOrEqual(60);
  expect(kinds.filter((kind) => judgedQueries.every((one) => one.kind !== kind))).toEqual([]);
});

test('90 % of judged search queries have a relevant result among the first three', async () => {
  const addressOf = new Map(Array.from(places, ([address, { city, place }]) => [placeRecord(city, place).placeName, address]));
  const { api } = reader;
  const search: Readonly<Record<Kind, (q: string) => Promise<string[]>>> = {
    stories: async (q) => (await api.searchItineraries({ query: { q } })).results.map(({ entity }) => entity.title),
    stops: async (q) =>
      (await api.searchStops({ query: { q } })).results.map(({ entity }) => addressOf.get(entity.placeFullName) ?? entity.placeFullName),
    people: async (q) => (await api.searchAccounts({ query: { q } })).results.map(({ entity }) => entity.userName ?? ''),
  };
  const missed: { q: string; first: string[] }[] = [];
  for (const { q, kind, wanted } of judgedQueries) {
    const first = (await search[kind](q)).slice(0, visible);
    if (!wanted.some((one) => first.includes(one))) missed.push({ q, first });
  }
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(judgedQueries.length / 10);
}, 120_000);
