/** What somebody types who looks for something in the seeded world, and of what at least one must then be among the first. */
export interface JudgedQuery {
  q: string;
  kind: JudgedKind;
  /** Titles of stories, places of stops as `<city>/<place>`, or user names. */
  wanted: readonly string[];
}

export type JudgedKind = 'stories' | 'stops' | 'people';
export const judgedKinds: readonly JudgedKind[] = ['stories', 'stops', 'people'];

const of =
  (kind: JudgedKind) =>
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

export const judgedQueries: readonly JudgedQuery[] = [...stories, ...stops, ...people];
