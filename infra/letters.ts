import shinjitaiPairs from 'opencc-js/dict/JPShinjitaiCharacters';
import traditionalPairs from 'opencc-js/dict/TSCharacters';

/** Letters that are the same to a reader; Unicode takes neither apart into a plain letter and a mark. */
const plain: Readonly<Record<string, string>> = {
  // Latin, Greek and Cyrillic.
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ə: 'e', ς: 'σ', ґ: 'г', ӏ: 'і' },
  // Arabic and Persian keyboards have letters of their own for yeh, kaf and heh; teh marbuta is often written as heh.
  ...{ ى: 'ي', ی: 'ي', ې: 'ي', ے: 'ي', ک: 'ك', ڪ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه', ۀ: 'ه', ة: 'ه', ٱ: 'ا' },
};
const notPlain = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** Marks of Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels, variants of a shape; vowels of Indian scripts are marks too, and stay. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u06d6-\u06ed]|\p{Variation_Selector}/gu;

/** Joiners, soft hyphens and other signs without width, the long stroke of Arabic, and apostrophes. */
export const silentSigns = '\\u00ad\\u034f\\u061c\\u0640\\u200b-\\u200f\\u2060\\ufeff';
export const apostrophes = "'’‘‛`´＇ʹʻʼʽˈ";
const silent = new RegExp(`[${silentSigns}${apostrophes}]`, 'gu');

/** Dashes that are typed for the long stroke of Katakana; the hyphen of ASCII is not among them. */
export const dashes = '‐‑‒–—―−─﹣－';
const strokes = new RegExp(`(?<=[\\p{Script=Katakana}\u30fc\uff70\uff9e\uff9f])[${dashes}]`, 'gu');
/** A text of the same length with one long stroke of Katakana. */
export const withLongStrokes = (text: string): string => text.replace(strokes, 'ー');

/** Digits of other scripts; each block has ten in order, and begins with its zero. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];
const otherDigits = /(?![0-9])\p{Nd}/gu;
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

const han = /\p{Script=Han}/gu;
let simplifiedForms: ReadonlyMap<string, string> | undefined;
/** By character its simplified form: of traditional ones, and of those that Japan has simplified in its own way. */
function simplified(): ReadonlyMap<string, string> {
  if (simplifiedForms) return simplifiedForms;
  const pairsOf = (text: string): [string, string][] =>
    text.split('|').map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return [from, to];
    });
  const forms = new Map(pairsOf(traditionalPairs));
  for (const [japanese, traditional] of pairsOf(shinjitaiPairs)) if (!forms.has(japanese)) forms.set(japanese, forms.get(traditional) ?? traditional);
  simplifiedForms = forms;
  return forms;
}

/** A text in lower case with one letter for all that are the same to a reader: without accents, in one form of each script. */
export function plainLetters(text: string): string {
  const letters = withLongStrokes(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(silent, '')
    .replace(accents, '')
    .replace(notPlain, (letter) => plain[letter] ?? letter)
    .replace(otherDigits, digitOf)
    .replace(han, (character) => simplified().get(character) ?? character);
  // Together again, so that a Korean syllable is one character.
  return letters.normalize('NFC');
}
