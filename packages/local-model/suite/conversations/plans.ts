import {
  type Check,
  createsItinerary,
  hasAtMostStopsPerDay,
  hasNoPlaces,
  hasPlaces,
  mostStopsAreOf,
  noStopIsOf,
  repliesWithoutChange,
  replyMatches,
} from '../checks.ts';
import { type Conversation, conversation } from '../run-conversation.ts';

const one = (text: string, city: string, days: number, ...checks: Check[]): Conversation =>
  conversation([text, createsItinerary({ cities: [city], days, least: Math.min(days, 10) }), ...checks]);

/** Requests for one city, in several wordings. */
const places: readonly Conversation[] = [
  one('3 days in Lisbon with food and views', 'lisbon', 3, mostStopsAreOf('viewpoint', 'food', 'market')),
  one('Plan me two days in Porto', 'porto', 2),
  one("We're going to Vienna for four days", 'vienna', 4),
  one('Prague weekend', 'prague', 2),
  one('A long weekend in Budapest please', 'budapest', 3),
  one('i want to spend a week in tokyo', 'tokyo', 7),
  one('NYC, 4 days', 'new-york', 4),
  one('five days in New York City', 'new-york', 5),
  one('LA for 3 days', 'los-angeles', 3),
  one('2 days in San Fran', 'san-francisco', 2),
  one('Rio for 3 days, beaches!', 'rio-de-janeiro', 3, mostStopsAreOf('beach')),
  one('3 days in Washington DC', 'washington', 3),
  one('Lisboa, 2 dias... I mean two days', 'lisbon', 2),
  one('Roma for 3 days', 'rome', 3),
  one('Two days in München', 'munich', 2),
  one('Lisbon, Portugal: 3 days', 'lisbon', 3),
  one('three days in Krakow', 'krakow', 3),
  one('weekend in kraków', 'krakow', 2),
  one('Visit Marrakech for 3 days', 'marrakesh', 3),
  one('can you make an itinerary for Sydney? 3 days', 'sydney', 3),
  one('lisbn for two days', 'lisbon', 2),
  one('I would love to see Kyoto. We have four days.', 'kyoto', 4),
  one('Delhi in 2 days', 'delhi', 2),
  one('Cape Town, five days, nature and beaches', 'cape-town', 5, mostStopsAreOf('nature', 'park', 'garden', 'beach')),
  one('Hong Kong 3 days', 'hong-kong', 3),
  one('Mexico City for a long weekend', 'mexico-city', 3),
  one('St. Stephen’s... no wait, Singapore, 2 days', 'singapore', 2),
  one('We fly from London to Rome on 3 May for 4 days', 'rome', 4),
  one('Two days around Sintra', 'lisbon', 2, hasPlaces('Palácio Nacional da Pena', 'Quinta da Regaleira')),
];

/** Ways to state the length of a trip. */
const lengths: readonly Conversation[] = [
  one('Florence from 3 to 6 May', 'florence', 4),
  one('Dublin, June 12 - 14', 'dublin', 3),
  one('Athens from the 28th of March to the 2nd of April', 'athens', 6),
  one('Stockholm, Friday to Sunday', 'stockholm', 3),
  one('Copenhagen Thu-Sun', 'copenhagen', 4),
  one('A fortnight in Istanbul', 'istanbul', 14),
  one('a couple of days in Bruges', 'bruges', 2),
  one('3 nights in Seville', 'seville', 4),
  one('one day in Venice', 'venice', 1),
  one('We have an afternoon in Milan', 'milan', 1),
  one('Berlin for half... no, for 2 full days', 'berlin', 2),
  one('Edinburgh next week for three days', 'edinburgh', 3),
  one('Seoul for a week', 'seoul', 7),
  one('twelve days in London', 'london', 12),
  one('A 2-day trip to Dubrovnik', 'dubrovnik', 2),
  one('Paris', 'paris', 3, replyMatches(/named no number of days/)),
  one('Trip to Madrid', 'madrid', 3, replyMatches(/three/)),
  one('Toronto 12/13', 'toronto', 3),
];

/** Likes and dislikes. */
const tastes: readonly Conversation[] = [
  one('3 days of museums in Madrid', 'madrid', 3, mostStopsAreOf('museum')),
  one('Two days of art in Amsterdam', 'amsterdam', 2, mostStopsAreOf('museum')),
  one('Kyoto, 3 days, temples and gardens', 'kyoto', 3, mostStopsAreOf('religious', 'garden', 'park')),
  one('Rome for history lovers, 2 days', 'rome', 2, mostStopsAreOf('historic', 'palace')),
  one('2 days in Vancouver, we love the outdoors', 'vancouver', 2, mostStopsAreOf('nature', 'park', 'garden', 'beach')),
  one('Street food in Taipei for 2 days', 'taipei', 2, mostStopsAreOf('food', 'market')),
  one('Istanbul: bazaars and mosques, three days', 'istanbul', 3, mostStopsAreOf('market', 'street', 'religious')),
  one('Views over San Francisco, 1 day', 'san-francisco', 1, mostStopsAreOf('viewpoint')),
  one('2 days in Chicago for architecture', 'chicago', 2, mostStopsAreOf('landmark', 'palace', 'religious', 'bridge', 'theatre', 'historic')),
  one('Budapest for 2 days, no churches', 'budapest', 2, noStopIsOf('religious')),
  one('Three days in Paris without museums', 'paris', 3, noStopIsOf('museum')),
  one('Bangkok in 2 days, we are tired of temples', 'bangkok', 2, noStopIsOf('religious')),
  one('London 2 days, but skip the Tower of London', 'london', 2, hasNoPlaces('Tower of London')),
  one('New York 3 days, avoid museums but plenty of parks', 'new-york', 3, noStopIsOf('museum'), mostStopsAreOf('park', 'garden')),
  one('Barcelona for 3 days. We have already seen the Sagrada Família.', 'barcelona', 3, hasNoPlaces('Sagrada')),
  one('Prague for two days, not the Charles Bridge please', 'prague', 2, hasNoPlaces('Karlův most')),
  one('2 days in Paris, I must see the Eiffel Tower and the Louvre', 'paris', 2, hasPlaces('Tour Eiffel', 'Louvre')),
  one('I want to see the Colosseum and the Pantheon, one day', 'rome', 1, hasPlaces('Colosseo', 'Pantheon')),
  one('Vienna, 2 days, opera and music', 'vienna', 2, mostStopsAreOf('theatre')),
  one('3 days in Cairo, neither markets nor anything religious; no markets, no mosques', 'cairo', 3, noStopIsOf('market', 'religious')),
  one('Sydney 2 days with vegan restaurants', 'sydney', 2, replyMatches(/vegan/)),
  one('Dubai for 2 days, cheap please', 'dubai', 2, replyMatches(/prices/)),
  one('Havana 2 days photography', 'havana', 2, mostStopsAreOf('viewpoint', 'landmark', 'bridge')),
  one('Porto for 2 days, wine and bridges', 'porto', 2, mostStopsAreOf('bridge', 'food', 'market')),
];

/** Pace, company, and accommodation. */
const manners: readonly Conversation[] = [
  one('A slow weekend in Bruges', 'bruges', 2, hasAtMostStopsPerDay(4)),
  one('3 relaxed days in Melbourne', 'melbourne', 3, hasAtMostStopsPerDay(4)),
  one('2 packed days in London, as much as possible', 'london', 2, hasAtMostStopsPerDay(7)),
  one('Rome with my parents, 3 days', 'rome', 3, hasAtMostStopsPerDay(4)),
  one('Copenhagen with two kids for 3 days', 'copenhagen', 3, hasAtMostStopsPerDay(4)),
  one('Romantic weekend in Venice', 'venice', 2),
  one('A solo trip to Hanoi, 3 days', 'hanoi', 3),
  one('Montreal with friends, 3 days', 'montreal', 3),
  one('Vienna 2 days, staying near the Belvedere', 'vienna', 2, replyMatches(/where you stay/)),
  one('We stay in Alfama, Lisbon, 2 days', 'lisbon', 2),
  one('2 days in Rome, our hotel is near the Pantheon', 'rome', 2, replyMatches(/Pantheon, where you stay/)),
  one('3 days in Florence, our hotel is at Zzyzx Street', 'florence', 3, replyMatches(/could not find where you stay/)),
  one('We arrive in Prague at noon and stay 2 days', 'prague', 2, replyMatches(/arrive at 12:00/)),
  one('Madrid for 2 days, we land at 6pm', 'madrid', 2, replyMatches(/arrive at 18:00/)),
  one('Boston 3 days, flying home at 3 pm on the last day', 'boston', 3, replyMatches(/15:00/)),
  one('Lima for 3 days with a wheelchair', 'lima', 3, replyMatches(/steps and ramps/)),
];

const several = (text: string, cities: readonly string[], days: number, ...checks: Check[]): Conversation =>
  conversation([text, createsItinerary({ cities, days, least: cities.length }), ...checks]);

/** Several cities, and countries. */
const routes: readonly Conversation[] = [
  several('2 days in Porto and 3 in Lisbon', ['porto', 'lisbon'], 5),
  several('Rome then Florence, five days in total', ['rome', 'florence'], 5),
  several('A week in Rome, Florence and Venice', ['rome', 'florence', 'venice'], 7),
  several('Vienna for 2 days, Budapest for 3 days', ['vienna', 'budapest'], 5),
  several('Tokyo and Kyoto, 8 days, temples', ['tokyo', 'kyoto'], 8, mostStopsAreOf('religious')),
  several('Madrid and Seville, 4 days', ['madrid', 'seville'], 4),
  several('six days: Delhi, Jaipur and Mumbai', ['delhi', 'jaipur', 'mumbai'], 6),
  several('3 days in Portugal', ['lisbon'], 3),
  several('A week in Morocco', ['marrakesh', 'fez'], 7),
  several('5 days in Austria', ['vienna'], 5),
  several('4 days in the Czech Republic', ['prague'], 4),
  several('Japan for a week', ['tokyo', 'kyoto'], 7),
  several('2 days in Scotland', ['edinburgh'], 2),
  several('Tuscany for 3 days', ['florence'], 3),
  several('Three days in the Netherlands', ['amsterdam'], 3),
  several('Ten days in Peru', ['lima', 'cusco'], 10),
];

/** Conversations of several messages that lead to a plan. */
const inSteps: readonly Conversation[] = [
  conversation(['I want to travel', replyMatches(/[Ww]here/)], ['Lisbon', createsItinerary({ cities: ['lisbon'], days: 3 })]),
  conversation(
    ['two days with museums', replyMatches(/Where shall it go/)],
    ['Vienna', createsItinerary({ cities: ['vienna'], days: 2 }), mostStopsAreOf('museum')],
  ),
  conversation(
    ['Help me plan a holiday', replyMatches(/[Ww]here/)],
    ['Somewhere with beaches for 3 days', replyMatches(/[Ww]here/)],
    ['Barcelona', createsItinerary({ cities: ['barcelona'], days: 3 })],
  ),
  conversation(
    ['A weekend in Springfield', replyMatches(/Which Springfield/)],
    ['the one in Illinois', replyMatches(/no sights/)],
    ['ok, then Chicago', createsItinerary({ cities: ['chicago'], days: 2 })],
  ),
  conversation(['3 days in Europe', replyMatches(/Which country or city/)], ['Italy', createsItinerary({ cities: ['rome'], days: 3 })]),
  conversation(['Weekend in Ljubljana', replyMatches(/Venice/)], ['yes please', createsItinerary({ cities: ['venice'], days: 2 })]),
  conversation(['tell me about Kyoto', replyMatches(/Kinkaku-ji/)], ['nice, plan 2 days', createsItinerary({ cities: ['kyoto'], days: 2 })]),
  conversation(
    ['2 days in Lisbon', createsItinerary({ cities: ['lisbon'], days: 2 })],
    ['How about Porto instead?', createsItinerary({ cities: ['porto'], days: 2 })],
  ),
  conversation(
    ['2 days in Rome with art', createsItinerary({ cities: ['rome'], days: 2 })],
    ['now plan 3 days in Paris', createsItinerary({ cities: ['paris'], days: 3 })],
  ),
];

/** Messages in everyday words, as people write without instructions. */
const longWinded: readonly Conversation[] = [
  one(
    "Hi there! We're a family of four heading to Copenhagen in July for a long weekend; the kids love parks.",
    'copenhagen',
    3,
    mostStopsAreOf('park', 'garden'),
  ),
  one(
    'My wife and I are celebrating our anniversary in Paris at the end of May, 3 nights. We love gardens and good food, hate queues',
    'paris',
    4,
    mostStopsAreOf('park', 'garden', 'food', 'market'),
    replyMatches(/crowds/),
  ),
  one(
    'Could you put together a 4-day itinerary for Istanbul? First time there. We want to wander the bazaars.',
    'istanbul',
    4,
    mostStopsAreOf('market', 'street'),
  ),
  one('what should we do in edinburgh over the weekend', 'edinburgh', 2),
  one('Show me the best of Athens in 48 hours', 'athens', 2),
  one('need ideas for Tokyo w/ teenagers 4d', 'tokyo', 4),
  one('Rome, 3 days, first day only from 2pm', 'rome', 3, replyMatches(/14:00/)),
  one('Suggest an itinerary for 36 hours in Singapore focusing on hawker food', 'singapore', 2, mostStopsAreOf('food', 'market')),
  one('Venice 1 day, arriving 10am leaving 8pm', 'venice', 1, replyMatches(/10:00/, /20:00/)),
  one('We only have Saturday and Sunday in Krakow. History please, but nothing about the war', 'krakow', 2, mostStopsAreOf('historic', 'palace')),
  one("I'd like to explore Buenos Aires for five days: tango, steak, bookshops", 'buenos-aires', 5),
  one('Plan 3 days in Paris around the Eiffel Tower', 'paris', 3, hasPlaces('Tour Eiffel')),
  one('take me to bangkok 3d, temples n food, slow', 'bangkok', 3, mostStopsAreOf('religious', 'food', 'market'), hasAtMostStopsPerDay(4)),
  one('I have a layover in Dubai, just one day', 'dubai', 1),
  one('2 days in Brooklyn', 'new-york', 2),
  one('Athen für 3 Tage', 'athens', 3),
  one('3 Tage in Rom', 'rome', 3),
  one('One perfect day in San Francisco', 'san-francisco', 1),
  one("five days in London but we've done all the big museums", 'london', 5, noStopIsOf('museum')),
  one('Delhi in two free days', 'delhi', 2),
  conversation(['Shanghai or Beijing, 4 days', repliesWithoutChange(/which one/)], ['Beijing', createsItinerary({ cities: ['beijing'], days: 4 })]),
  several('Give me a week split between Madrid and Barcelona', ['madrid', 'barcelona'], 7),
  one('New Orleans for jazz and food, Thursday through Sunday', 'new-orleans', 4),
  one('my flight to Toronto gets in at 9pm on Friday, leaving Monday morning', 'toronto', 4, replyMatches(/21:00/, /10:00/)),
  one('plan 3 days in Lisbon starting 14 June, arriving at 11am, seafood and fado', 'lisbon', 3, replyMatches(/11:00/)),
  conversation(
    ['2 days in Prague', createsItinerary({ cities: ['prague'], days: 2 })],
    ['make it cheaper', repliesWithoutChange(/prices/)],
    ['accept all', repliesWithoutChange(/Accepting is yours/)],
  ),
  several('Planning a road trip: San Francisco to Los Angeles in 5 days', ['san-francisco', 'los-angeles'], 5),
  several('Barcelona + Madrid, 6 days, Gaudí and tapas', ['barcelona', 'madrid'], 6),
  several('Melbourne -> Sydney, 6 days', ['melbourne', 'sydney'], 6),
  several('Road trip through Morocco, 8 days, start in Fez', ['fez', 'marrakesh'], 8, replyMatches(/Fez and Marrakesh/)),
  several(
    "Let's go to Japan! 10 days. Temples, gardens, food.",
    ['kyoto', 'tokyo'],
    10,
    mostStopsAreOf('religious', 'garden', 'park', 'food', 'market'),
  ),
  several('Honeymoon in Italy, ten days, not too rushed, no big museums', ['rome', 'florence', 'milan'], 10, noStopIsOf('museum')),
  conversation(['3 days in Rome or Florence', repliesWithoutChange(/which one/)], ['Florence', createsItinerary({ cities: ['florence'], days: 3 })]),
  conversation(
    ['Thinking about Seville or Granada for 3 days', repliesWithoutChange(/Granada/, /only Seville/)],
    ['ok only Seville', createsItinerary({ cities: ['seville'], days: 3 })],
  ),
  conversation(['trip to Florence, Italy and then Siena', repliesWithoutChange(/Siena/)]),
  conversation(
    ['I want to go to the beach', repliesWithoutChange(/Cape Town|Rio/)],
    ['Rio then, 3 days', createsItinerary({ cities: ['rio-de-janeiro'], days: 3 })],
  ),
  conversation(['San Jose, 2 days', repliesWithoutChange(/San Jos/)]),
];

export const planConversations: readonly Conversation[] = [...longWinded, ...places, ...lengths, ...tastes, ...manners, ...routes, ...inSteps];
