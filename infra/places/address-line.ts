import addressFormatter from '@fragaria/address-formatter';

/** Parts of an address as OpenStreetMap names them. */
export interface AddressParts {
  houseNumber: string | undefined;
  street: string | undefined;
  /** Names that numbers belong to where there are no streets, from the smallest: a hamlet, a quarter, a town. */
  around: readonly (string | undefined)[];
  countryCode: string | undefined;
}

/** Streets in these characters are written without spaces, the number last. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
/** Where the number is behind the street in the own script alone: in Latin letters it is written as in English. */
const numberFirstInLatin: ReadonlySet<string> = new Set(['CN', 'TW', 'MO']);
const saysSomething = /[\p{L}\p{N}]/u;
/** Separators between or behind the two. */
const oneMark = /^[,.]?$/;

/** Street and number in the order of the country. A number without a street is that of a hamlet or a quarter; null when nothing is known that it belongs to. */
export function addressLine({ houseNumber: given, street, around, countryCode }: AddressParts): string | null {
  const country = countryCode?.toUpperCase() ?? '';
  // Hungarians write a full stop behind it, which the formatter adds.
  const houseNumber = given?.trim().replace(/\.$/, '') || undefined;
  const road = street ?? (houseNumber ? around.find(Boolean) : undefined);
  if (!road) return null;
  if (!houseNumber) return road;
  if (unspaced.test(road)) return road + houseNumber;
  if (numberFirstInLatin.has(country)) return `${houseNumber} ${road}`;
  // The formatter is for whole addresses; of these two parts it makes the line, and for some countries more than that.
  const lines = addressFormatter.format({ road, houseNumber, countryCode: country }, { output: 'array' });
  const line = lines.filter((one) => saysSomething.test(one)).join(', ');
  const isBoth = line.includes(road) && line.includes(houseNumber) && oneMark.test(line.replace(road, '').replace(houseNumber, '').trim());
  return isBoth ? line : `${road} ${houseNumber}`;
}
