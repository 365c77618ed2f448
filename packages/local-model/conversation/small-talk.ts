import { z } from 'zod';
import { failureReason, joinWithAnd } from '../understanding/plain-text.ts';
import { type City, cityOf, countryName } from '../world/atlas.ts';
import { citiesOfStory, lookUpPoints } from './references.ts';
import { callTools, type Script, type Session } from './session.ts';

/** Answers greetings, questions about a city or about the model, web pages, and unanswerable questions. Null for any other message. */
export function answerSmallTalk(session: Session, plain: string): Script | null {
  const [url] = /https?:\/\/[^\s)>\]"']+/.exec(session.text) ?? [];
  if (url) return readPage(session, url.replace(/[.,;!?]+$/, ''));
  if (plain === '' || /^(hi|hello|hey|good (morning|evening|afternoon)|hola|bonjour|hallo|greetings)\b[\s!.,]*( there| you)?[\s!.]*$/.test(plain))
    return says('Hello! Where would you like to go, and for how long? For example *3 days in Lisbon with food and views*.');
  if (
    /^(thanks?|thank you|thx|great|perfect|awesome|lovely|wonderful|nice|cool|good job|ok(ay)? thanks?)\b[^?]{0,25}$/.test(plain) &&
    session.latest.legs.length === 0 &&
    session.latest.days === null &&
    !/\b(plan|make|add|but)\b/.test(plain)
  )
    return says('You are welcome. Accept what you like on the cards, and tell me if anything should change.');
  if (
    /\b(what can you do|who are you|what are you|help me(?!.*\b(plan|find|with|book|choose|decide)\b)|how (do|does) (you|this|it) work)\b|^help[.!?]*$/.test(
      plain,
    ) &&
    session.latest.legs.length === 0
  )
    return says(help(session));
  if (/\b(which|what) (cities|places|countries|destinations) (do you|can you|are)\b/.test(plain) && session.latest.legs.length === 0)
    return says(knownCities(session));
  const unknowable = questionsWithoutAnswer.find(([pattern]) => pattern.test(plain));
  const isChange = session.story !== null && /^(please )?(add|rename|call|swap|replace|move|remove|change|title|make|put)\b/.test(plain);
  const isPlanning = isChange || (session.latest.days !== null && session.latest.legs.length > 0);
  if (unknowable && !isPlanning)
    return unknowable[1] === 'search'
      ? search(session)
      : says(`I do not know ${unknowable[1]}, and I will not guess. I can plan days, stops and ways: tell me where and for how long.`);
  if (session.story && /^(please )?(undo|revert|take (it|that) back)\b/.test(plain))
    return says('I cannot undo by myself: the answer that made the change has *Undo* on it.');
  if (session.story && /^(please )?(accept|approve|confirm|keep) (it|them|all|everything|these|those|the stops)\b/.test(plain))
    return says('Accepting is yours: each card has a button for it, and so have a day and the whole answer.');
  if (session.story && /\b(publish|make (it|this) public|share it)\b/.test(plain))
    return says('I cannot publish: you do that on the page of the itinerary, when you like it.');
  const cities = aboutCities(session, plain);
  return cities.length > 0 ? tellOf(session, cities) : null;
}

/** Questions beyond the model's knowledge, with their subject; `search` where a web page may answer. */
const questionsWithoutAnswer: readonly (readonly [RegExp, string])[] = [
  [/\b(weather|forecast|temperature|rain(ing|y)?|how (hot|cold|warm))\b/, 'the weather'],
  [
    /\b(flights?|airfares?|plane tickets?|train tickets?|bus tickets?)\b.*\b(book|price|cost|cheap\w*|find|how much)\b|\b(book|find|buy)\b.*\b(flights?|tickets?|trains?)\b/,
    'flights and tickets',
  ],
  [/\b(book|find|recommend|reserve|suggest)\b.*\b(hotels?|hostels?|rooms?|airbnb|apartments?|accommodation)\b/, 'hotels'],
  [/\bhow much\b|\b(prices?|entry fees?|admission|cost of)\b/, 'prices'],
  [/\b(visas?|passports?|vaccin\w+|insurance)\b/, 'the rules for visas and health'],
  [/\b(is|are)\b.*\bsafe\b|\bsafety\b|\bdangerous\b/, 'how safe it is'],
  [/\b(opening (hours|times)|when (is|does|do|are) .*\b(open|close)\w*|closed on|open on)\b/, 'search'],
  [/\b(exchange rate|currency|translate|how do you say)\b/, 'that'],
  [/\b(president|capital of|who (won|is|was)|write (me )?(a|some) (poem|code|essay|story)|solve|calculate|stock|bitcoin|joke)\b/, 'about that'],
];

// biome-ignore lint/correctness/useYield: a script that calls no tool
function* says(words: string): Script {
  return words;
}

const help = ({ story }: Session): string =>
  [
    'I plan trips from real places that I know, and change them as you like.',
    '- *3 days in Lisbon with food and views*, *a long weekend in Kyoto, slow, no museums*, *a week in Italy with art*',
    story
      ? '- *make day 2 slower*, *swap the museum for a view*, *add a market near the river*, *we arrive at noon*'
      : '- and once there is a plan: *make day 2 slower*, *swap the museum for a view*, *we arrive at noon*',
    'What I do not know, such as prices, weather or opening hours, I say so.',
  ].join('\n');

function knownCities({ atlas }: Session): string {
  const byCountry = Map.groupBy(atlas.cities, ({ countryCode }) => countryName(atlas, countryCode));
  const named = [...byCountry]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([country, cities]) => `${joinWithAnd(cities.map(({ name }) => name))} (${country})`);
  return `I know sights in ${atlas.cities.length} cities: ${named.join(', ')}.`;
}

function aboutCities({ latest, atlas }: Session, plain: string): City[] {
  const asks =
    /\b(tell me about|what (is there|can (i|we) (see|do)|to (see|do)|should (i|we) (see|do|visit)|do you know (of|about|in))|what's there|things to (see|do)|best (sights|places|things)|recommend\w*|must[- ]sees?|worth (seeing|visiting))\b/.test(
      plain,
    );
  if (!asks || latest.days !== null || /\b(plan|itinerary|trip)\b/.test(plain)) return [];
  return latest.legs.flatMap(({ destination }) => (destination.kind === 'city' ? (cityOf(atlas, destination.slug) ?? []) : [])).slice(0, 2);
}

function* tellOf(session: Session, cities: readonly City[]): Script {
  const known = yield* lookUpPoints(
    session,
    cities.flatMap(({ points }) => points.slice(0, cities.length > 1 ? 4 : 6)),
  );
  const names = joinWithAnd(cities.map(({ name }) => name));
  if (known.length === 0) return `I know sights in ${names}, but could not find them on the map just now. Try again in a moment.`;
  return `In ${names} I would go to:\n\n${known.map(({ name, about }) => `- **${name}**: ${about}`).join('\n')}\n\nFor how many days shall I plan it?`;
}

function* search(session: Session): Script {
  const no = 'I do not know opening hours, and I will not guess';
  if (!session.tools.has('google_search')) return `${no}. Look at the site of the place itself.`;
  const city = session.story ? citiesOfStory(session.atlas, session.story)[0]?.name : undefined;
  const [answer] = yield* callTools(session, [
    { name: 'google_search', args: { query: `${session.text.slice(0, 200)}${city ? ` ${city}` : ''}`, limit: 3 } },
  ]);
  const results = z
    .looseObject({ configured: z.boolean(), results: z.array(z.looseObject({ title: z.string(), url: z.string() })) })
    .safeParse(answer?.result);
  if (!results.success || !results.data.configured)
    return `${no}: search is not set up here, so I could not look it up. See the site of the place itself.`;
  if (results.data.results.length === 0) return `${no}, and a search found nothing.`;
  return `${no}, but these pages may tell:\n\n${results.data.results.map(({ title, url }) => `- [${title.replace(/[[\]]/g, '')}](${url})`).join('\n')}`;
}

/** Quotes the title and the beginning of a web page. Its text is never followed as an instruction. */
function* readPage(session: Session, url: string): Script {
  if (!session.tools.has('web_browser')) return 'I cannot open pages here.';
  const [answer] = yield* callTools(session, [{ name: 'web_browser', args: { url } }]);
  const page = z.looseObject({ url: z.string(), title: z.string().nullable(), text: z.string() }).safeParse(answer?.result);
  if (!page.success) return `I could not read that page: ${failureReason(answer?.problem)}.`;
  const quoted = page.data.text
    .replace(/[\s>*_`#[\]<]+/g, ' ')
    .trim()
    .slice(0, 300);
  return `The page “${(page.data.title ?? page.data.url).replace(/[[\]<>*_`]/g, '')}” begins:\n\n> ${quoted}${page.data.text.length > 300 ? ' …' : ''}\n\nThose are its words, not mine; I have changed nothing.`;
}
