import { countPattern, parseCount, timeIn } from './days.ts';

/** A direction on the map. */
export type Direction = 'north' | 'south' | 'east' | 'west';

/** A change of an existing itinerary, or a question about it. `thing`, `from`, `to`, `near` and `of` hold the user's words. */
export type Edit =
  | { kind: 'slower' | 'fuller'; day: number | null }
  | { kind: 'swap'; from: string; to: string; day: number | null }
  | { kind: 'add'; thing: string; near: string | null; day: number | null }
  | { kind: 'remove'; thing: string; day: number | null }
  | { kind: 'remove-side'; direction: Direction; of: string; day: number | null }
  | { kind: 'arrive' | 'leave'; time: number }
  | { kind: 'add-days'; count: number }
  | { kind: 'set-days'; count: number }
  | { kind: 'move'; thing: string; day: number }
  /** With an empty `thing`, the question is about the stops of `day`. */
  | { kind: 'near'; thing: string; day?: number }
  | { kind: 'order'; day: number | null }
  | { kind: 'rename'; title: string }
  | { kind: 'stay'; thing: string; minutes: number }
  | { kind: 'else' }
  | { kind: 'eat'; day: number | null }
  | { kind: 'list'; day: number | null }
  /** Question which stops suit children. */
  | { kind: 'children' }
  /** Request for a new trip of the user, similar to the open itinerary. */
  | { kind: 'alike' };

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const dayNumber = new RegExp(`\\bday (?:number )?(?!a\\b|an\\b|few\\b|single\\b|couple\\b|several\\b)${countPattern}\\b`);
const ordinalDay = new RegExp(`\\b(?:the )?(${ordinals.join('|')}|last|final) day\\b`);
/** Day number that means the last day. */
export const lastDayNumber = -1;
/** Day number that means any day except the current one. */
export const anotherDayNumber = 0;

/** Day number in a text, from 1, or `lastDayNumber`; null when the text names no day. */
export function dayIn(text: string): number | null {
  const [, count] = dayNumber.exec(text) ?? [];
  if (count) return parseCount(count);
  const [, ordinal] = ordinalDay.exec(text) ?? [];
  if (!ordinal) return null;
  return ordinal === 'last' || ordinal === 'final' ? lastDayNumber : ordinals.indexOf(ordinal) + 1;
}

const dayPhrase = new RegExp(
  `\\b(?:(?:on|in|to|from|for|of|onto|at) )?(?:(?:the )?(?:${ordinals.join('|')}|last|final) day|day (?:number )?${countPattern})(?:'s)?\\b`,
  'g',
);
const polite =
  /\b(please|thanks|thank you|instead|maybe|perhaps|also|too|somewhere|then|for us|for me|if you can|if possible|as well|another|one more|some more)\b/g;
const article = /^(?:the|a|an|some|any|all|all the|our|my|that|this|those|every|of|of the|another|one|more|it|to)\s+/;

/** Words for a stop or a kind of place, without articles, day phrases and courtesy. */
export function withoutFillerWords(words: string): string {
  let thing = words
    .replace(dayPhrase, ' ')
    .replace(polite, ' ')
    .replace(/[.,!?;"]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (let before = ''; before !== thing; ) {
    before = thing;
    thing = thing.replace(article, '').trim();
  }
  return thing;
}

const swap = /\b(?:swap|replace|exchange|switch|trade|change)\b (.+?) \b(?:for|with|by|to|against)\b (.+)/;
const insteadOf = /(.+?) \b(?:instead of|rather than|in place of)\b (.+)/;
const insteadFirst =
  /^(?:please )?(?:instead of|rather than|in place of) (.+?)(?:, ?(?:i'd like|we'd like|let's do|do|add|put)?|,? (?=(?:a|an|some)\b)) ?(.+)/;
const side = /\b(?:everything|anything|all|stops?|places?|whatever|what is|what's|things?)\b.*?\b(north|south|east|west) of (.+)/;
const removal =
  /\b(?:remove|delete|drop|skip|decline|reject|cancel|take out|get rid of|leave out|cut|kick out|lose|no more|without|take away|scrap)\b (.+)/;
const nearQuestion =
  /\b(?:what(?:'s| is| are)?|which|anything|something|show me|is there|are there|find|where)\b.*?\b(?:near|nearby|close to|next to|around|by|within walking distance of)\b (.+)/;
const near = /\b(?:near(?:by)?|close to|next to|around|beside|by|along|at) (?:the )?(.+)$/;
const addition =
  /\b(?:add|include|put in|squeeze in|fit in|insert|throw in|i(?:'d| would) like|we(?:'d| would) like|i want|we want|give us|give me|i need|we need|find (?:us|me))\b (.+)/;
const moved = new RegExp(
  `\\b(?:move|shift|put|push|bring)\\b (.+?) \\b(?:to|on|onto|into) (?:(?:the )?(?:${ordinals.join('|')}|last|final) day|day ${countPattern})`,
);
const renamed = /\b(?:rename|call|title|name)\b(?: (?:it|this|the (?:trip|itinerary|story)|my trip))?(?: to| as)? ["“']?(.+?)["”']?[.!]?$/i;
const slower =
  /\b(slow(er|ly| down)?|relax(ed|ing)?|calmer|easier|lighter|less (full|busy|packed|rushed|hectic|stressful|tiring)|too (full|busy|packed|much|rushed|hectic|tiring)|more (relaxed|time|leisurely)|chill(er)?|breathe|exhausting|tiring|free (afternoon|morning|evening|time))\b/;
const fuller =
  /\b(fuller|busier|more (stops|places|things|to do|full|packed)|too (empty|light|slow|little)|faster|fill( \w+)?( up)?|(feels|seems|looks|is) (a bit |a little |rather |so |quite )?(empty|thin)|pack more|^(please )?(go on|continue|keep going|carry on))\b/;
const arrival = /\b(?:arriv\w+|land(?:s|ing)?|get(?:s|ting)? (?:there|in)|(?:train|flight|plane|bus|ferry) (?:gets in|comes in|arrives|lands))\b(.*)/;
const leaving = /\b(?:leav(?:e|ing)|depart\w*|fly(?:ing)? (?:out|back|home)|(?:flight|train|bus) (?:back|home|leaves|departs|is))\b(.*)/;
const moreDays = new RegExp(
  `\\b(?:(?!an? )${countPattern} (?:more |extra |another |additional |full )*(?:days?|nights?)|(?:more|extra|another|additional) (?:${countPattern} )?(?:days?|nights?))\\b`,
);
const totalDays = new RegExp(
  `\\b(?:make (?:it|the trip|this)|only|just|shorten(?: \\w+)? to|extend(?: \\w+)? to|actually|we have|it's|have)\\b.*?\\b${countPattern}[ -]days?\\b`,
);
const staying = new RegExp(
  `\\b(?:spend|stay|plan|give|take|allow|want)\\b.*?\\b(?:(half an|${countPattern}) (hours?|minutes?|mins?))(?: and a half)?\\b.*?\\b(?:at|in|for|on) (.+)`,
);

/** The edit that a text requests; null without one. `raw` is the text as written. */
export function editIn(plain: string, raw: string): Edit | null {
  const day = dayIn(plain);
  for (const parse of [
    wholeEdit,
    nearEdit,
    sideEdit,
    moveEdit,
    stayEdit,
    swapEdit,
    renameEdit,
    timeEdit,
    daysEdit,
    paceEdit,
    removeEdit,
    addEdit,
    otherEdit,
  ]) {
    const edit = parse(plain, day, raw);
    if (edit) return edit;
  }
  return null;
}

type Parse = (plain: string, day: number | null, raw: string) => Edit | null;

const alike =
  /\b(?:plan|make|create|do|want|like)\b.*\b(?:like (?:this|that|it)|similar(?: to (?:this|that|it))?|the same)\b.*(?:\bfor (?:me|us)\b|$)/;
const suitsChildren =
  /^(?:which|what|are|any|show|find)\b.*\b(?:stops?|places?|sights?|things?|of (?:them|these|it))\b.*\b(?:good|great|nice|fun|fit|fine|right|suitable|suits?|best|ok)\b.*\b(?:child(?:ren)?|kids?|toddlers?|famil(?:y|ies)|little ones)\b/;

const wholeEdit: Parse = (plain) => {
  if (suitsChildren.test(plain)) return { kind: 'children' };
  return alike.test(plain) && /\b(?:something|one|trip|itinerary|a plan|story)\b/.test(plain) ? { kind: 'alike' } : null;
};

function nearThing(words: string, day: number | null): Edit {
  const thing = withoutFillerWords(words);
  return { kind: 'near', thing, ...(thing === '' && day !== null && { day }) };
}

const nearEdit: Parse = (plain, day) => {
  if (
    /\bwhere (?:can|could|should|do|shall) (?:we|i|you) (?:\w+ )?(?:eat|(?:have|get|find|grab) (?:\w+ )?(?:lunch|dinner|breakfast|coffee|food|something to eat))\b/.test(
      plain,
    )
  )
    return { kind: 'eat', day };
  const [, whereIs] = /^where(?: exactly)?(?: is|'s) (.+)/.exec(plain) ?? [];
  if (whereIs) return nearThing(whereIs, day);
  if (
    /\bwhat (else|other)\b|\bother (ideas|options|places|sights|suggestions)\b|\banything else\b/.test(plain) &&
    !/\b(near|close|around)\b/.test(plain)
  )
    return { kind: 'else' };
  if (/^(?:please )?(?:add|put|include|swap|replace|remove|move|squeeze|make)\b/.test(plain)) return null;
  const [, thing] = nearQuestion.exec(plain) ?? [];
  return thing ? nearThing(thing, day) : null;
};

const sideEdit: Parse = (plain, day) => {
  const [, direction, of] = side.exec(plain) ?? [];
  if (!direction || !of || !/\b(remove|delete|drop|skip|cancel|take out|get rid|leave out|cut|no|nothing|avoid|without|scrap)\b/.test(plain))
    return null;
  return { kind: 'remove-side', direction: direction as Direction, of: withoutFillerWords(of), day }; // the pattern captures only these four words
};

const moveEdit: Parse = (plain) => {
  const [, elsewhere] = /\b(?:move|shift|put|do|see|visit)\b (.+?) (?:on|to) (?:another|a different|some other) day/.exec(plain) ?? [];
  if (elsewhere) return { kind: 'move', thing: withoutFillerWords(elsewhere), day: anotherDayNumber };
  const [, thing] = moved.exec(plain) ?? [];
  const to = dayIn(plain.slice(plain.search(/\b(?:to|on|onto|into) (?:the )?(?:\w+ day|day)\b/)));
  return thing && to !== null ? { kind: 'move', thing: withoutFillerWords(thing), day: to } : null;
};

const stayEdit: Parse = (plain) => {
  const [, half, count, unit = '', thing] = staying.exec(plain) ?? [];
  if (!thing || !half || /\b(day|days)\b/.test(thing)) return null;
  const number = half === 'half an' ? 0.5 : (parseCount(count ?? '') ?? 0) + (/and a half/.test(plain) ? 0.5 : 0);
  return { kind: 'stay', thing: withoutFillerWords(thing), minutes: Math.round(unit.startsWith('hour') ? number * 60 : number) };
};

const swapEdit: Parse = (plain, day) => {
  const [, from, to] = swap.exec(plain) ?? [];
  if (from && to && !/\b(title|name|days?)$/.test(from)) return { kind: 'swap', from: withoutFillerWords(from), to: withoutFillerWords(to), day };
  const [, gone, come] = insteadFirst.exec(plain) ?? [];
  if (gone && come) return { kind: 'swap', from: withoutFillerWords(gone), to: withoutFillerWords(come), day };
  const [, wanted, refused] = insteadOf.exec(plain) ?? [];
  if (!wanted || !refused) return null;
  const thing = wanted
    .replace(addition, '$1')
    .replace(/^(how about|what about|can we (have|do|see|go to)|could we (have|do|see|go to)|let's (do|see|go to)|rather|do|see)\b/, '');
  return { kind: 'swap', from: withoutFillerWords(refused), to: withoutFillerWords(thing), day };
};

const renameEdit: Parse = (plain, _day, raw) => {
  if (!/^(?:please )?(?:rename|call (?:it|this)|title it|name it|change the (?:title|name)|name the trip|call the trip)/.test(plain)) return null;
  const [, title] = renamed.exec(raw.replace(/^(?:please )?change the (?:title|name)(?: of (?:it|the trip))?/i, 'rename it')) ?? [];
  return title ? { kind: 'rename', title: title.trim().slice(0, 80) } : null;
};

const timeEdit: Parse = (plain) => {
  const [, arriving] = arrival.exec(plain) ?? [];
  const at = arriving ? timeIn(arriving) : null;
  if (at !== null) return { kind: 'arrive', time: at };
  const [, going] = leaving.exec(plain) ?? [];
  const leave = going && !/\bout\b/.test(going) ? timeIn(going) : null;
  return leave === null ? null : { kind: 'leave', time: leave };
};

const daysEdit: Parse = (plain) => {
  const isMore =
    /\b(extra|another|additional|longer|extend|more (?:days?|nights?)|more \w+ (?:days?|nights?)|add)\b/.test(plain) &&
    !/\b(day|to|on) \d|to day\b/.test(plain);
  const [, before, after] = isMore && !/\bto \w+ days\b/.test(plain) ? (moreDays.exec(plain) ?? []) : [];
  if (before ?? after) return { kind: 'add-days', count: parseCount(before ?? after ?? '') ?? 1 };
  if (/\b(make (it|the trip) longer|extend (it|the trip)|stay longer)\b/.test(plain)) return { kind: 'add-days', count: 1 };
  if (
    /\b(?:add|plan|one|want|need|have|stay)\b.*\b(?:another|an extra|one more|an additional) day\b/.test(plain) ||
    /^(?:another|one more) day\b/.test(plain)
  )
    return { kind: 'add-days', count: 1 };
  if (/\badd a (?:\w+ )?day\b/.test(plain)) return { kind: 'add-days', count: 1 };
  const [, total] = totalDays.exec(plain) ?? [];
  return total ? { kind: 'set-days', count: parseCount(total) ?? 0 } : null;
};

const paceEdit: Parse = (plain, day) => {
  if (/\bfree (afternoon|morning|evening|time)\b/.test(plain)) return { kind: 'slower', day };
  if (addition.test(plain) && !/\b(to do|stops|places|things|more time)\b/.test(plain)) return null;
  if (slower.test(plain)) return { kind: 'slower', day };
  return fuller.test(plain) && !/\bspend\b/.test(plain) ? { kind: 'fuller', day } : null;
};

const removeEdit: Parse = (plain, day) => {
  const [, many] = /\btoo many (\w+(?: \w+)?)/.exec(plain) ?? [];
  if (many)
    return {
      kind: 'remove',
      thing: withoutFillerWords(
        many
          .replace(/(ch|sh)es\b/, '$1')
          .replace(/ies\b/, 'y')
          .replace(/s\b/, ''),
      ),
      day,
    };
  const [, thing] =
    removal.exec(plain) ??
    /\b(?:don't|do not) (?:want|like|need|care (?:about|for))(?: to (?:see|visit|go to))?\b (.+)/.exec(plain) ??
    /^no (.+)/.exec(plain) ??
    [];
  return thing ? { kind: 'remove', thing: withoutFillerWords(thing), day } : null;
};

/** Prefix that is removed, because "a stop with a view" requests a view. */
const stopWith = /^(?:(?:a|an|one|another|some|more) )*(?:stops?|places?|spots?|somewhere|something) (?:with|for|that has|that have|which has) /;

const addEdit: Parse = (plain, day) => {
  const [, words] =
    addition.exec(plain) ??
    /^(?:more|another|one more|(?:what|how) about (?=a |an |some |more ))\b ?(.+)/.exec(plain) ??
    /^(?:can|could) (?:we|you) (?:go to|visit|see|have|do)\b (.+)/.exec(plain) ??
    [];
  if (!words) return null;
  const rest = words
    .replace(dayPhrase, ' ')
    .replace(/^(?:to )?(?:see|visit|go to|have|do)\b(?: (?:some )?more\b)?/, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const wanted = rest.replace(stopWith, '');
  const [beside, place] = near.exec(wanted) ?? [];
  return {
    kind: 'add',
    thing: withoutFillerWords(beside ? wanted.replace(beside, '') : wanted),
    near: place ? withoutFillerWords(place) : null,
    day,
  };
};

const otherEdit: Parse = (plain, day) => {
  if (/\b(optimi[sz]e|reorder|re-order|(shortest|shorter|quickest|fastest|better|best|right) (way|route|walk|order)|sort|less walking)\b/.test(plain))
    return { kind: 'order', day };
  const asks = /\b(what|show|list|tell|which|how (does|is|far|long|many|much))\b/.test(plain);
  return asks && (day !== null || /\b(the plan|itinerary|so far|my trip|our trip|planned)\b/.test(plain)) ? { kind: 'list', day } : null;
};
