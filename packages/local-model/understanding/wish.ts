import { foldName } from '@waystory/infra/places/name-fit.ts';
import type { Pace } from '../planning/schedule.ts';
import type { Atlas, Category } from '../world/atlas.ts';
import { countPattern, type DayOfYear, lengthIn, parseCount, timeIn } from './days.ts';
import { type Destination, type Mention, mentionsIn, pointsNamedIn, unknownPlacesIn, withoutPointNames } from './destinations.ts';
import { plainText } from './plain-text.ts';
import { type Interest, interestsIn, placeKinds, unknownSubjects } from './vocabulary.ts';

type Company = 'children' | 'couple' | 'alone' | 'friends' | 'parents';

/** A destination of a trip request, with its days. */
export interface Leg {
  destination: Destination;
  /** Days requested for this leg; null without a request. */
  days: number | null;
}

/** Trip request in a text; fields that the text does not mention are null or empty. */
export interface TripRequest {
  legs: readonly Leg[];
  days: number | null;
  from: DayOfYear | null;
  interests: readonly Interest[];
  avoid: { categories: readonly Category[]; keys: readonly string[] };
  /** Keys of required points. */
  must: readonly string[];
  pace: Pace | null;
  company: Company | null;
  /** Accommodation in the user's words; null without one. */
  stay: string | null;
  /** Time of arrival on the first day, minutes from midnight. `departure` on the last day has the same unit. */
  arrival: number | null;
  departure: number | null;
  /** Requested subjects that the built-in world has no data on. */
  unknown: readonly string[];
}

const refusal =
  /\b(?:no|not|without|avoid(?:ing)?|skip(?:ping)?|hate|dislike|don't (?:like|want|care for|need)|do not (?:like|want)|can't stand|tired of|except(?: for)?|nothing|instead of|fed up with|already (?:seen|been to|visited|know|did)|(?:have|'ve) (?:seen|been to|done|visited)(?: all)?|less|fewer)\b(.*?)(?=[.;!?]|,(?! or | nor )|\bbut\b|\bwith\b|\bplease\b|\band (?:we|i|love|like|plenty|lots|more|some|a)\b|\b(?:we|i) (?:love|like|want|prefer)\b|$)/g;

/** "No museums, parks or churches": each item of a list that ends with "or" is unwanted. */
const refusedList = /\b(?:no|without|avoid|skip|not|neither) (?:[\w'-][\w' -]{2,24}, ?)+[\w'-][\w' -]{2,24}\b(?:or|nor)\b/g;

/** Splits a text into the parts that the user does not want, and the rest. */
export function splitRefusals(text: string): { refused: string; wanted: string } {
  const joined = text.replace(refusedList, (list) => list.replaceAll(',', ' or'));
  const parts = [...joined.matchAll(refusal)].filter(
    ([whole]) => !/^(not|no) (too|very|much|more than|sure|problem|rush|hurry|only|just)/.test(whole),
  );
  const refused = parts.map(([, part = '']) => part).join(' , ');
  const wanted = parts.reduce((rest, [whole]) => rest.replace(whole, ' , '), joined);
  return { refused, wanted };
}

/** Interests that are ways to travel rather than kinds of places. A refusal of such an interest excludes no category. */
const vague = new Set(['strolling', 'architecture', 'photography', 'history']);
const avoidedIn = (refused: string): Category[] => {
  const named = interestsIn(refused).filter(({ name }) => !vague.has(name));
  const kindsNamed = placeKinds.filter(({ words }) => words.test(refused)).flatMap(({ categories }) => categories);
  return [
    ...new Set([
      ...kindsNamed,
      ...named.flatMap(({ categories }) => categories),
      ...(/\b(ruins?|castles?|forts?|histor\w+)\b/.test(refused) ? (['historic'] as const) : []),
    ]),
  ];
};

const slowWords =
  /\b(slow(ly|er)?|relax(ed|ing)?|easy|leisurely|lazy|calm|chill(ed)?|unhurried|gentle|laid[- ]back|not too (much|busy|full|packed)|no rush|no hurry|take (it|our|my) (easy|time))\b/;
const fullWords =
  /\b(packed|full days|intens(e|ive)|as much as (possible|we can|i can)|see it all|see everything|action[- ]packed|fast([- ]paced)?|busy|max(imum)?|ambitious|cram)\b/;
const paceIn = (text: string): Pace | null => (slowWords.test(text) ? 'slow' : fullWords.test(text) ? 'full' : null);

const companies: readonly (readonly [Company, RegExp])[] = [
  ['children', /\b(kids?|child(ren)?|toddlers?|baby|babies|family|families|son|daughters?|teenagers?|little ones|year[- ]olds?)\b/],
  ['parents', /\b(parents|grandparents|grandma|grandmother|grandpa|grandfather|elderly|seniors?|mother|father|mum|mom|dad)\b/],
  ['couple', /\b(couple|romantic|honeymoon|wife|husband|girlfriend|boyfriend|partner|anniversary|fianc\w+)\b/],
  ['friends', /\b(friends|mates|buddies|group|bachelor\w*|hen (do|party))\b/],
  ['alone', /\b(solo|alone|by myself|on my own)\b/],
];
const companyIn = (text: string): Company | null =>
  companies.find(([, words]) => words.test(text.replace(/\ba couple( of)?\b(?= \w+ (days|nights)| days| nights)|couple of/g, '')))?.[0] ?? null;

const stayed =
  /\b(?:stay(?:ing)?|sleep(?:ing)?|hotel|hostel|airbnb|apartment|flat|accommodation|lodging|based|base|room)(?: will be| is| are| be)?(?: booked)? (?:at|in|near|next to|by|close to|around|on|beside) (?:the )?(.+?)(?=[,.;!?]|$| and | with | for | so | from | but )/;
const arrived =
  /\b(?:first day (?:is )?only|first day starts|start(?:ing)? the first day|arriv\w+|land(?:s|ing)?|get(?:s|ting)? (?:there|in)|check(?:ing)? in)\b([^.;!?]{0,40})/;
const left =
  /\b(?:leav(?:e|ing)|depart\w*|fly(?:ing)? (?:out|back|home)|flight (?:back|home)|train (?:back|home)|check(?:ing)? out)\b([^.;!?]{0,40})/;

function timeAfter(text: string, pattern: RegExp): number | null {
  const [, rest] = pattern.exec(text) ?? [];
  const clause = rest?.split(/,| and /)[0];
  // A number without words for a time of day is a date or a count.
  return clause &&
    /\b(at|by|around|about|until|before|in the|noon|midday|morning|afternoon|evening|after|from|\d{1,2} ?[ap]m)\b/.test(clause) &&
    !/\bday\b/.test(clause.replace(/\b(?:on|of) (?:the |our )?(?:first|last|final) day\b|\bon day \w+/, ''))
    ? timeIn(clause)
    : null;
}

const daysBefore = new RegExp(
  `\\b${countPattern}(?: (?:full|whole|more|nice|slow|relaxed|lazy|busy))*( days?| nights?)?(?: (?:in|at|for|around))?(?: the)? $`,
);
const daysAfter = new RegExp(`^,?(?: for)? ?${countPattern} (days?|nights?)\\b`);
const isOrigin = /\b(fly(ing)?|flight|com(e|ing)|travel(l?ing)?|driv(e|ing)|live|based|leaving|departing)( \w+)? (from|in) $/;

/** Days named directly before or after a destination. */
function daysBeside(plain: string, { from, to }: Mention, isOne: boolean): number | null {
  const [, after, afterUnit] = daysAfter.exec(plain.slice(to, to + 30)) ?? [];
  const [whole = '', count, unit] = daysBefore.exec(plain.slice(Math.max(0, from - 40), from)) ?? [];
  const isBefore = count !== undefined && (unit || !isOne);
  // In "Vienna for 2 days, Budapest for 3" the number before a name belongs to the previous destination.
  if (isBefore && (/\b(in|at|for|around)\b/.test(whole) || !after)) return daysOf(count, unit);
  return after ? daysOf(after, afterUnit) : null;
}
const daysOf = (count: string, unit = ''): number | null => {
  const number = parseCount(count);
  return number === null ? null : number + (unit.trim().startsWith('night') ? 1 : 0);
};

function legsIn(text: string, atlas: Atlas): Leg[] {
  const plain = foldName(text);
  const mentions = mentionsIn(text, atlas).filter(({ from }) => !isOrigin.test(plain.slice(0, from)));
  const legs = mentions.map((mention) => ({ destination: mention.destination, days: daysBeside(plain, mention, mentions.length === 1) }));
  const elsewhere = unknownPlacesIn(withoutPointNames(text, atlas), mentions).map((destination) => ({ destination, days: null }));
  // Without a known destination, the first two unknown names are the legs.
  const all = legs.length > 0 ? [...legs, ...besideKnown(text, atlas)] : elsewhere.slice(0, 2);
  return all.filter((leg, at) => all.findIndex((other) => isSameDestination(other.destination, leg.destination)) === at);
}

/** Legs to unknown towns that the text joins with a known destination: "Vienna and Bratislava". */
function besideKnown(text: string, atlas: Atlas): Leg[] {
  const names = [
    ...text.matchAll(/(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?) (?:and then|and|or|then|&|\+) (\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?! \p{Lu})/gu),
  ];
  return names.flatMap(([whole, first = '', second = '']) => {
    const isKnown = (name: string): boolean => mentionsIn(name, atlas).length > 0;
    if (isKnown(first) === isKnown(second)) return [];
    const unknown = isKnown(first) ? second : first;
    const isPlace =
      pointsNamedIn(whole, atlas).length === 0 && interestsIn(plainText(unknown)).length === 0 && unknownPlacesIn(`in ${unknown}`, []).length > 0;
    return isPlace ? [{ destination: { kind: 'elsewhere', words: unknown } as const, days: null }] : [];
  });
}

export const isSameDestination = (a: Destination, b: Destination): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Parses the trip request in a text. */
export function parseTripRequest(text: string, atlas: Atlas): TripRequest {
  const plain = plainText(text);
  const { refused, wanted } = splitRefusals(plain);
  const length = lengthIn(wanted);
  const [, stay = null] = stayed.exec(wanted) ?? [];
  const rest = stay === null ? text : withoutStay(text, stay);
  const legs = legsIn(refused === '' ? rest : withoutWords(rest, refused), atlas);
  const sum = legs.length > 0 && legs.every(({ days }) => days !== null) ? legs.reduce((all, { days }) => all + (days ?? 0), 0) : null;
  const isStayCity = stay !== null && mentionsIn(stay, atlas).length > 0 && pointsNamedIn(stay, atlas).length === 0;
  return {
    legs: isStayCity && legs.length === 0 ? legsIn(text, atlas) : legs,
    days: legs.length > 1 ? (sum ?? length?.days ?? null) : (length?.days ?? sum),
    from: length?.from ?? null,
    interests: interestsIn(withoutPointNames(stay === null ? wanted : wanted.replace(stay, ' '), atlas)),
    avoid: { categories: avoidedIn(withoutPointNames(refused, atlas)), keys: pointsNamedIn(refused, atlas).map(({ key }) => key) },
    must: pointsNamedIn(stay === null ? wanted : wanted.replace(stay, ' '), atlas).map(({ key }) => key),
    pace: paceIn(plain),
    company: companyIn(plain),
    stay: isStayCity ? null : stay,
    arrival: timeAfter(plain, arrived),
    departure: timeAfter(plain, left),
    unknown: unknownSubjects.filter(([, words]) => words.test(plain)).map(([thing]) => thing),
  };
}

/** Removes phrases from a text regardless of case. `words` holds them in lower case, separated by ` , `. */
function withoutWords(text: string, words: string): string {
  const gone = words
    .split(' , ')
    .map((one) => one.trim())
    .filter((one) => one.length > 2);
  return gone.reduce((rest, one) => {
    const at = rest.toLowerCase().indexOf(one);
    return at < 0 ? rest : `${rest.slice(0, at)} , ${rest.slice(at + one.length)}`;
  }, text);
}
const withoutStay = (text: string, stay: string): string => withoutWords(text, stay);

/** Merges a trip request with a later one, which takes precedence where both have a value. */
export const mergeTripRequests = (before: TripRequest, after: TripRequest): TripRequest => ({
  legs: after.legs.length > 0 ? after.legs : before.legs,
  days: after.days ?? before.days,
  from: after.from ?? before.from,
  interests: after.interests.length > 0 ? after.interests : before.interests,
  avoid: {
    categories: [...new Set([...before.avoid.categories, ...after.avoid.categories])],
    keys: [...new Set([...before.avoid.keys, ...after.avoid.keys])],
  },
  must: [...new Set([...before.must, ...after.must])],
  pace: after.pace ?? before.pace,
  company: after.company ?? before.company,
  stay: after.stay ?? before.stay,
  arrival: after.arrival ?? before.arrival,
  departure: after.departure ?? before.departure,
  unknown: [...new Set([...before.unknown, ...after.unknown])],
});
