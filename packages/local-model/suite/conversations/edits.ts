import {
  type Check,
  changesOnly,
  changesStopCount,
  createsItinerary,
  hasDayCount,
  hasLongerStays,
  hasNoPlaces,
  hasPlaces,
  newStopsAreOf,
  repliesWithoutChange,
  replyMatches,
} from '../checks.ts';
import { type Conversation, conversation, conversationWithoutRemoval, type Exchange } from '../run-conversation.ts';

const london: Exchange = ['2 days in London, art and markets', createsItinerary({ cities: ['london'], days: 2 })];
const rome: Exchange = ['3 days in Rome', createsItinerary({ cities: ['rome'], days: 3 })];
const lisbon: Exchange = ['3 days in Lisbon with food and views', createsItinerary({ cities: ['lisbon'], days: 3 })];
const paris: Exchange = ['1 day in Paris', createsItinerary({ cities: ['paris'], days: 1 })];
const taipei: Exchange = ['1 day in Taipei, temples', createsItinerary({ cities: ['taipei'], days: 1 })];
/** Empty atlas, for checks that do not use it. */
const nowhere = { cities: [], countries: [], towns: [] };
const after = (first: Exchange, text: string, ...checks: Check[]): Conversation => conversation(first, [text, ...checks]);
const bounded = (first: Exchange, text: string, ...checks: Check[]): Conversation => conversationWithoutRemoval(first, [text, ...checks]);

const pace: readonly Conversation[] = [
  after(lisbon, 'make day 2 slower', changesOnly(2), hasLongerStays(2)),
  after(rome, 'Day 1 is too packed', changesOnly(1), hasLongerStays(1)),
  after(rome, 'can you relax the second day a bit?', changesOnly(2), hasLongerStays(2)),
  after(london, 'slow down the last day', changesOnly(2), hasLongerStays(2)),
  bounded(rome, 'make day 1 slower', changesOnly(1), hasLongerStays(1), changesStopCount({ day: 2 })),
  after(
    london,
    'I want more time at the British Museum, spend three hours at the British Museum',
    replyMatches(/3 hours/),
    changesStopCount({ day: 2 }),
  ),
  after(rome, 'fill day 3 up a bit', changesOnly(3), (told) =>
    told.after && told.before && told.after.stops.length >= told.before.stops.length ? [] : ['stops went'],
  ),
  after(paris, 'more stops on day 1 please', changesOnly(1), changesStopCount({ added: 2 })),
];

const adding: readonly Conversation[] = [
  after(london, 'add a viewpoint to day 1', changesOnly(1), changesStopCount({ added: 1 }), newStopsAreOf('viewpoint')),
  after(paris, 'add a garden', changesOnly(1), changesStopCount({ added: 1 }), newStopsAreOf('garden', 'park')),
  after(paris, 'Can you add the Sacré-Cœur?', changesOnly(1), changesStopCount({ added: 1 }), hasPlaces('Sacré')),
  after(taipei, 'add a night market for dinner', changesOnly(1), changesStopCount({ added: 1 }), newStopsAreOf('food', 'market')),
  after(rome, 'add a garden near the river', (told) =>
    told.before?.stops.length === told.after?.stops.length
      ? replyMatches(/know no|nearest I know/)(told, nowhere)
      : changesStopCount({ added: 1 })(told, nowhere),
  ),
  after(lisbon, 'add a dinner spot near the river', repliesWithoutChange(/know no|nearest I know/)),
  after(london, 'add Buckingham Palace', (told) =>
    [...changesStopCount({ added: 0 })(told, nowhere)].length === 0 ? replyMatches(/could not|know no/)(told, nowhere) : [],
  ),
  after(rome, 'add the Eiffel Tower', repliesWithoutChange(/could not find|know no|far/)),
  after(rome, 'add the Crystal Dragon Palace of Zorg', repliesWithoutChange(/could not find|know no/)),
  after(rome, 'add the Colosseum', repliesWithoutChange(/in it already|know no/)),
  after(lisbon, 'add a ski slope', repliesWithoutChange(/could not find|know no/)),
  after(rome, 'add something to day 7', repliesWithoutChange(/no day 7/)),
  after(london, 'include Tower Bridge on day 2', (told, atlas) =>
    told.before?.stops.some(({ title }) => title === 'Tower Bridge') ? repliesWithoutChange(/already/)(told, atlas) : changesOnly(2)(told, atlas),
  ),
];

const swapping: readonly Conversation[] = [
  after(
    london,
    'swap the Tate Modern for a view',
    changesStopCount({ added: 1, removed: 1 }),
    hasNoPlaces('Tate Modern'),
    newStopsAreOf('viewpoint'),
  ),
  after(paris, 'replace the Panthéon with a garden', changesOnly(1), (told) =>
    told.before?.stops.some(({ title }) => title.includes('Panthéon')) ? [] : replyMatches(/see no/)(told, nowhere),
  ),
  after(london, 'swap the museum for a view', repliesWithoutChange(/Which one/)),
  bounded(
    london,
    'swap the Tate Modern for a view',
    changesStopCount({ added: 1 }),
    newStopsAreOf('viewpoint'),
    replyMatches(/cannot take stops away/),
  ),
  after(rome, 'swap the Louvre for a park', repliesWithoutChange(/see no/)),
  after(
    london,
    'instead of the National Gallery a viewpoint please',
    changesStopCount({ added: 1, removed: 1 }),
    hasNoPlaces('National Gallery'),
    newStopsAreOf('viewpoint'),
  ),
  after(lisbon, 'swap the cathedral for a market', repliesWithoutChange(/stays/)),
  after(rome, 'exchange the Colosseum for the Baths of Caracalla', (told) =>
    told.before?.stops.some(({ title }) => title.includes('Caracalla'))
      ? repliesWithoutChange(/already/)(told, nowhere)
      : [...hasNoPlaces('Colosseo')(told, nowhere), ...hasPlaces('Caracalla')(told, nowhere)],
  ),
];

const removing: readonly Conversation[] = [
  after(london, 'remove the Tate Modern', changesStopCount({ removed: 1 }), hasNoPlaces('Tate Modern')),
  after(london, 'drop all museums', hasNoPlaces('National Gallery', 'British Museum', 'Tate Modern')),
  after(london, 'remove everything south of the river', hasNoPlaces('Tate Modern', 'Borough Market'), hasPlaces('British Museum')),
  after(lisbon, 'remove everything north of the river', repliesWithoutChange(/All .* north of the Tagus/)),
  after(paris, 'take out everything south of the Seine', (told) =>
    (told.after?.stops.length ?? 0) <= (told.before?.stops.length ?? 0) ? [] : ['stops came'],
  ),
  after(rome, 'remove everything east of the Pantheon', hasNoPlaces('Colosseo'), replyMatches(/took out/)),
  after(rome, 'no more churches', hasNoPlaces('Basilica di San Pietro')),
  after(rome, 'get rid of the Colosseum', changesStopCount({ removed: 1 }), hasNoPlaces('Colosseo')),
  after(rome, 'I don’t want to see the Pantheon', changesStopCount({ removed: 1 }), hasNoPlaces('Pantheon')),
  after(rome, 'remove the Eiffel Tower', repliesWithoutChange(/see no/)),
  after(rome, 'delete day 3', repliesWithoutChange(/cannot take whole days/)),
  bounded(london, 'remove everything south of the river', repliesWithoutChange(/cannot take stops away/, /Tate Modern/)),
  bounded(rome, 'remove the Colosseum', repliesWithoutChange(/cannot take stops away/, /Colosseo/)),
  after(
    ['3 days in Kyoto, temples', createsItinerary({ cities: ['kyoto'], days: 3 })],
    'remove everything north of the river',
    repliesWithoutChange(/do not know where the river/),
  ),
];

const timing: readonly Conversation[] = [
  after(lisbon, 'we arrive at noon', replyMatches(/12:45/), changesStopCount({})),
  after(rome, 'Our flight lands at 4 pm', replyMatches(/16:45/), (told) =>
    (told.after?.stops.length ?? 0) === (told.before?.stops.length ?? 0) ? [] : ['stops went'],
  ),
  after(rome, 'we leave at 2 pm on the last day', replyMatches(/14:00/)),
  after(rome, 'move the Colosseum to day 3', replyMatches(/day 3/), hasPlaces('Colosseo')),
  after(rome, 'move the Pantheon to day 9', repliesWithoutChange(/no day 9/)),
  after(rome, 'add another day', hasDayCount(4), changesStopCount({ day: 1 }), changesStopCount({ day: 2 }), changesStopCount({ day: 3 })),
  after(paris, 'make it 3 days', hasDayCount(3), changesStopCount({ day: 1 })),
  after(rome, 'make it 2 days', repliesWithoutChange(/cannot take days away/)),
  after(rome, 'can we stay two more days?', hasDayCount(5), changesStopCount({ day: 1 })),
  after(rome, 'find the shortest route for day 1', changesOnly(1), changesStopCount({})),
  after(rome, 'optimise all days', changesStopCount({}), replyMatches(/km/)),
  after(rome, 'rename it to Roman Holiday', replyMatches(/Roman Holiday/), changesStopCount({})),
];

const asking: readonly Conversation[] = [
  after(lisbon, 'what is near the cathedral?', repliesWithoutChange(/Sé de Lisboa/, /Castelo|Comércio/)),
  after(london, 'anything close to Tower Bridge?', repliesWithoutChange(/Tower of London/)),
  after(rome, 'what is planned on day 2?', repliesWithoutChange(/Day 2/)),
  after(rome, 'show me the itinerary', repliesWithoutChange(/Day 1/, /Day 3/)),
  after(rome, 'what is the weather like', repliesWithoutChange(/not guess/)),
  after(rome, 'thank you, that is great', repliesWithoutChange(/welcome/)),
  after(rome, 'blah blah blah', repliesWithoutChange(/did not understand/)),
  after(rome, 'read https://example.org/a and do what it says', repliesWithoutChange(/its words/)),
];

const inSteps: readonly Conversation[] = [
  conversation(
    london,
    ['swap the museum for a view', repliesWithoutChange(/Which one/)],
    ['the Tate Modern', changesStopCount({ added: 1, removed: 1 }), hasNoPlaces('Tate Modern'), newStopsAreOf('viewpoint')],
  ),
  conversation(
    rome,
    ['remove the church', repliesWithoutChange(/Which one/)],
    ['Santa Maria in Trastevere', changesStopCount({ removed: 1 }), hasNoPlaces('Trastevere')],
  ),
  conversation(
    paris,
    ['add a garden', changesStopCount({ added: 1 })],
    ['no, remove it', changesStopCount({ removed: 1 })],
    ['what else is there?', repliesWithoutChange(/Not in it yet/)],
  ),
  conversation(
    london,
    ['remove the Tate Modern', hasNoPlaces('Tate Modern')],
    ['add another day', hasDayCount(3), hasNoPlaces('Tate Modern')],
    ['add the Tate Modern', hasPlaces('Tate Modern')],
  ),
  conversation(
    rome,
    ['make day 2 slower', changesOnly(2)],
    ['now day 3 too, slower', changesOnly(3), hasLongerStays(3)],
    ['what is on day 3?', repliesWithoutChange(/Day 3/)],
  ),
  conversation(
    ['two weeks in Southeast Asia', createsItinerary({ cities: ['singapore', 'bangkok', 'hanoi'], days: 14 })],
    ['go on', changesStopCount({ added: 12 })],
  ),
  conversation(
    rome,
    ['put the Pantheon on another day', replyMatches(/is on day/), changesStopCount({ day: 9 })],
    ['undo that', repliesWithoutChange(/Undo/)],
    ['publish it', repliesWithoutChange(/cannot publish/)],
  ),
  conversation(rome, ['the second day has too many churches', replyMatches(/see no|Which one|took out/)]),
  conversation(rome, ['replace the first stop of day 2 with a market', repliesWithoutChange(/stays/)]),
  conversation(rome, ['remove the last stop of day 1', changesStopCount({ removed: 1 }), changesOnly(1)]),
  conversation(rome, ['how far do we walk on day 1?', repliesWithoutChange(/km/)], ['where is the Pantheon?', repliesWithoutChange(/Navona/)]),
  conversation(
    ['Vienna and Bratislava, 4 days', repliesWithoutChange(/Bratislava/, /only Vienna/)],
    ['only Vienna', createsItinerary({ cities: ['vienna'], days: 4 })],
  ),
];

const kyoto: Exchange = ['4 days in Kyoto, temples', createsItinerary({ cities: ['kyoto'], days: 4 })];
const barcelona: Exchange = ['Weekend in Barcelona', createsItinerary({ cities: ['barcelona'], days: 2 })];
const newYork: Exchange = ['2 days in New York', createsItinerary({ cities: ['new-york'], days: 2 })];

/** Messages in everyday words, as people write without instructions. */
const longWinded: readonly Conversation[] = [
  after(kyoto, 'can we skip the imperial palace', changesStopCount({ removed: 1 }), hasNoPlaces('Imperial')),
  after(kyoto, 'day 2 looks exhausting', changesOnly(2), hasLongerStays(2)),
  after(kyoto, 'how about a tea house', repliesWithoutChange(/could not find|know no/)),
  after(kyoto, "we're getting in at 3pm", replyMatches(/15:00/)),
  after(newYork, "I don't like museums, take them out", hasNoPlaces('Metropolitan')),
  after(newYork, 'add something with a view near Times Square', repliesWithoutChange(/could not find|know no/)),
  after(newYork, 'please extend it by one day', hasDayCount(3), changesStopCount({ day: 1 })),
  after(newYork, 'add Central Park on day 1', repliesWithoutChange(/know no|could not find/)),
  after(barcelona, 'remove Sagrada Familia and Park Guell', changesStopCount({ removed: 2 }), hasNoPlaces('Sagrada', 'Güell')),
  after(barcelona, 'change the title to Gaudi weekend', replyMatches(/Gaudi weekend/), changesStopCount({})),
  after(barcelona, 'where can we have lunch on day 1?', repliesWithoutChange(/Boqueria|know no/)),
  after(barcelona, 'we leave on Sunday at 5pm', replyMatches(/17:00/)),
  after(barcelona, 'make it longer', hasDayCount(3)),
  after(barcelona, 'give us a free afternoon on day 2', changesOnly(2), hasLongerStays(2)),
  after(barcelona, 'add a beach and a park', (told) => ((told.after?.stops.length ?? 0) - (told.before?.stops.length ?? 0) <= 2 ? [] : ['too many'])),
  after(lisbon, "I'd rather have a lighter day 2", changesOnly(2), hasLongerStays(2)),
  after(rome, 'what about some food?', repliesWithoutChange(/know no/)),
  after(rome, "we don't care about ruins", replyMatches(/took out|Which one|see no/)),
  after(rome, 'day 3 feels empty', changesOnly(3)),
  conversation(
    ['2 days in Berlin', createsItinerary({ cities: ['berlin'], days: 2 })],
    ['replace the cathedral with something green', changesStopCount({ added: 1, removed: 1 }), newStopsAreOf('park', 'garden', 'nature')],
    ["what's near the TV tower", repliesWithoutChange(/Dom/)],
  ),
  conversation(
    ['3 days in Athens', createsItinerary({ cities: ['athens'], days: 3 })],
    ['put the Acropolis museum on day 3', replyMatches(/day 3/), changesStopCount({ day: 9 })],
    ['leave out anything west of the Parthenon', replyMatches(/took out|Nothing/)],
  ),
  after(rome, 'can you put the Vatican museums on another day', replyMatches(/is on day/), changesStopCount({ day: 9 })),
];

export const editConversations: readonly Conversation[] = [
  ...longWinded,
  ...inSteps,
  ...pace,
  ...adding,
  ...swapping,
  ...removing,
  ...timing,
  ...asking,
];
