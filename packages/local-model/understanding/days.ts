/** Requested length of a trip and its first day. */
export interface TripLength {
  days: number;
  /** First day as the user wrote it, without a year: the model has no calendar. */
  from: DayOfYear | null;
}
export interface DayOfYear {
  day: number;
  /** Month from 1 to 12. */
  month: number;
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const others: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  single: 1,
  couple: 2,
  'a couple of': 2,
  'couple of': 2,
  few: 3,
  'a few': 3,
  several: 4,
  thirty: 30,
};
const numberWords = [...small.slice(1), ...Object.keys(others)].sort((a, b) => b.length - a.length).join('|');
/** Regular expression for a count in digits or words. */
export const countPattern = `(\\d{1,3}|${numberWords})`;

export function parseCount(words: string): number | null {
  if (/^\d+$/.test(words)) return Number(words);
  const index = small.indexOf(words);
  return index > 0 ? index : (others[words] ?? null);
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const weekday = '(mon|tue|wed|thu|fri|sat|sun)(?:s|rs|nes|ur|r)?(?:day)?';
const months = 'january february march april may june july august september october november december'.split(' ');
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const month = `(${months.map((name) => `${name}|${name.slice(0, 3)}|${name.slice(0, 4)}`).join('|')})\\.?`;
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?';
const until = '\\s*(?:-|to|till|until|through)\\s*(?:the )?';
const dayBeforeMonth = new RegExp(`\\b${ordinal}(?: of)?(?: ${month})?${until}${ordinal}(?: of)? ${month}\\b`);
const monthBeforeDay = new RegExp(`\\b${month} ${ordinal}${until}(?:${month} )?${ordinal}\\b`);
const weekdayRange = new RegExp(`\\b${weekday}\\b(?: (?:morning|noon|afternoon|evening|night))?${until}(?:\\w+ )?${weekday}\\b`);

/** Two days of the week with a word for leaving between them, as in "in on Friday, leaving Monday". */
const weekdayThere = new RegExp(`\\b${weekday}\\b.{0,30}\\b(?:leav\\w+|back|return\\w*|home|depart\\w*)(?: on)? ${weekday}\\b`);
const weekdayPair = new RegExp(`\\b${weekday} and (?:on )?${weekday}\\b`);

const monthOf = (word: string): number => months.findIndex((name) => name.startsWith(word)) + 1;

function daysFrom(a: DayOfYear, b: DayOfYear): number {
  const ofYear = ({ day, month: of }: DayOfYear): number => monthDays.slice(0, of - 1).reduce((sum, days) => sum + days, day);
  return ((ofYear(b) - ofYear(a) + 365) % 365) + 1;
}

function datesIn(text: string): TripLength | null {
  const [, firstDay, firstMonth, lastDay, lastMonth] = dayBeforeMonth.exec(text) ?? [];
  if (firstDay && lastDay && lastMonth) {
    const from = { day: Number(firstDay), month: monthOf(firstMonth ?? lastMonth) };
    return { from, days: daysFrom(from, { day: Number(lastDay), month: monthOf(lastMonth) }) };
  }
  const [, startMonth, startDay, endMonth, endDay] = monthBeforeDay.exec(text) ?? [];
  if (!startMonth || !startDay || !endDay) return null;
  const from = { day: Number(startDay), month: monthOf(startMonth) };
  return { from, days: daysFrom(from, { day: Number(endDay), month: monthOf(endMonth ?? startMonth) }) };
}

function weekdaysIn(text: string): number | null {
  const [both] = weekdayPair.exec(text) ?? [];
  if (both) return 2;
  const [, first, last] = weekdayRange.exec(text) ?? weekdayThere.exec(text) ?? [];
  if (!first || !last) return null;
  return ((weekdays.indexOf(last) - weekdays.indexOf(first) + 7) % 7) + 1;
}

const counted = new RegExp(
  `\\b${countPattern}(?:[ -](?:full|whole|lazy|relaxed|slow|busy|packed|short|long|nice|sunny|great|more|perfect|single|free|spare|glorious|lovely|beautiful|amazing|wonderful|rainy|hot|cold|quick|easy|chill|fun|vacation|holiday))*[ -](days?|d|nights?|weeks?|hours?|jours?|tage?n?|dias|giorni)\\b`,
);
/** Count and unit without a space: `4d`, `48h`. */
const glued = /\b(\d{1,2})(d|days?|hours?)\b/;
const singleDate = new RegExp(`\\b(?:on|from|starting|beginning|arriv\\w+)(?: on)?(?: the)? (?:${ordinal}(?: of)? ${month}|${month} ${ordinal})\\b`);

function startIn(text: string): DayOfYear | null {
  const [, day, inMonth, monthFirst, dayAfter] = singleDate.exec(text) ?? [];
  if (day && inMonth) return { day: Number(day), month: monthOf(inMonth) };
  return monthFirst && dayAfter ? { day: Number(dayAfter), month: monthOf(monthFirst) } : null;
}

/** Length and first day of the trip in a text, as numbers, words, dates or days of the week. Null when the text has no length. */
export function lengthIn(text: string): TripLength | null {
  const dates = datesIn(text);
  if (dates) return dates;
  const from = startIn(text);
  const [, count, unit = ''] = counted.exec(text) ?? glued.exec(text) ?? [];
  const number = count === undefined ? null : parseCount(count);
  if (number !== null)
    return {
      from,
      days: unit.startsWith('week')
        ? number * 7
        : unit.startsWith('night')
          ? number + 1
          : unit.startsWith('hour')
            ? Math.max(1, Math.round(number / 24))
            : number,
    };
  if (/\blong weekend\b|\bbank holiday\b/.test(text)) return { from, days: 3 };
  if (/\bweekend\b/.test(text)) return { from, days: 2 };
  if (/\bfortnight\b/.test(text)) return { from, days: 14 };
  if (/(?<!\b(next|this|last|per|each|every|that) )\b(week|weeklong)\b/.test(text)) return { from, days: 7 };
  const named = weekdaysIn(text);
  if (named !== null) return { from, days: named };
  if (/\b(day trip|for the day|(just|only) (today|tomorrow)|an afternoon|an evening|one afternoon|a morning|layover|stopover)\b/.test(text))
    return { from, days: 1 };
  return null;
}

/** Date such as `3 May`, `days` days after the given day. */
export function dateAfter({ day, month: of }: DayOfYear, days: number): string {
  let [left, at] = [day + days, of - 1];
  while (left > (monthDays[at % 12] ?? 31)) {
    left -= monthDays[at % 12] ?? 31;
    at++;
  }
  const name = months[at % 12] ?? '';
  return `${left} ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const clock = /\b(?:(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'clock)?)(?![\d])/;
const named: readonly (readonly [RegExp, number])[] = [
  [/\b(noon|midday|lunch ?time)\b/, 12 * 60],
  [/\bmidnight\b/, 24 * 60],
  [/\bearly (in the )?morning\b/, 8 * 60],
  [/\bmorning\b/, 10 * 60],
  [/\bearly (in the )?afternoon\b/, 13 * 60],
  [/\blate (in the )?afternoon\b/, 17 * 60],
  [/\bafternoon\b/, 15 * 60],
  [/\bevening\b/, 18 * 60],
];

/** A time of day in a text, minutes from midnight; null when the text names no time. */
export function timeIn(text: string): number | null {
  const word = named.find(([pattern]) => pattern.test(text));
  if (word) return word[1];
  const [, hours, minutes = '0', half] = clock.exec(text) ?? [];
  if (hours === undefined) return null;
  const isAfternoon = half?.startsWith('p') && Number(hours) < 12;
  const time = (Number(hours) + (isAfternoon ? 12 : 0)) * 60 + Number(minutes);
  return time < 24 * 60 ? time : null;
}
