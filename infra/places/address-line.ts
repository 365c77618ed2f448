import addressFormatter from '@fragaria/address-formatter';

/** Parts of an address as OpenStreetMap names them. */
export interface AddressParts {
  houseNumber: string | undefined;
  street: string | undefined;
  /** Names of settlements that number houses without streets, smallest first: a hamlet, a quarter, a town. */
  around: readonly (string | undefined)[];
  countryCode: string | undefined;
}

/** Matches a street that ends in Han or Kana characters, whose number follows without a space. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
/** Countries that write the number behind the street in their own script, and before it in Latin letters. */
const numberFirstInLatin: ReadonlySet<string> = new Set(['CN', 'TW', 'MO']);
const saysSomething = /[\p{L}\p{N}]/u;
/** Separator that may remain between or behind street and number. */
const oneMark = /^[,.]?$/;

/**
 * Formats street and number in the order of the country. A number without a street gets the name of its hamlet or quarter. Null when neither a street
 * nor a settlement for the number is known.
 */
export function addressLine({ houseNumber: given, street, around, countryCode }: AddressParts): string | null {
  const country = countryCode?.toUpperCase() ?? '';
  // Hungarian numbers end with a full stop, which the formatter adds.
  const houseNumber = given?.trim().replace(/\.$/, '') || undefined;
  const road = street ?? (houseNumber ? around.find(Boolean) : undefined);
  if (!road) return null;
  if (!houseNumber) return road;
  if (unspaced.test(road)) return road + houseNumber;
  if (numberFirstInLatin.has(country)) return `${houseNumber} ${road}`;
  // The formatter expects whole addresses. For some countries its output for these two parts has further lines.
  const lines = addressFormatter.format({ road, houseNumber, countryCode: country }, { output: 'array' });
  const line = lines.filter((one) => saysSomething.test(one)).join(', ');
  const isBoth = line.includes(road) && line.includes(houseNumber) && oneMark.test(line.replace(road, '').replace(houseNumber, '').trim());
  return isBoth ? line : `${road} ${houseNumber}`;
}

/** Lists of numbers in one array: list `at` begins at `from[at]` and ends before `from[at + 1]`. */
export interface Lists {
  from: Uint32Array<ArrayBuffer>;
  items: Uint32Array<ArrayBuffer>;
}

/** Texts in one string, delimited as in `PackedLists`. */
export interface PackedTexts {
  from: Uint32Array<ArrayBuffer>;
  text: string;
}

export function packLists(lists: readonly (readonly number[])[]): Lists {
  const from = startsOf(lists);
  const items = new Uint32Array(from.at(-1) ?? 0);
  for (const [at, list] of lists.entries()) items.set(list, from[at]);
  return { from, items };
}

export const packTexts = (texts: readonly string[]): PackedTexts => ({ from: startsOf(texts), text: texts.join('') });

function startsOf(parts: readonly { length: number }[]): Uint32Array<ArrayBuffer> {
  const from = new Uint32Array(parts.length + 1);
  for (const [at, { length }] of parts.entries()) from[at + 1] = (from[at] ?? 0) + length;
  return from;
}

/** Returns a view of the list, not a copy. */
export const listAt = ({ from, items }: Lists, at: number): Uint32Array => items.subarray(from[at], from[at + 1]);

export const textAt = ({ from, text }: PackedTexts, at: number): string => text.slice(from[at], from[at + 1]);
