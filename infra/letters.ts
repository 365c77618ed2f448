import shinjitaiPairs from 'opencc-js/dict/JPShinjitaiCharacters';
import traditionalPairs from 'opencc-js/dict/TSCharacters';

/** Letters that readers regard as equal, but that Unicode does not decompose into a plain letter and a mark. */
const plain: Readonly<Record<string, string>> = {
  // Latin, Greek and Cyrillic.
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ə: 'e', ς: 'σ', ґ: 'г', ӏ: 'і' },
  // Arabic and Persian keyboards have different letters for yeh, kaf and heh; teh marbuta is often written as heh.
  ...{ ى: 'ي', ی: 'ي', ې: 'ي', ے: 'ي', ک: 'ك', ڪ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه', ۀ: 'ه', ة: 'ه', ٱ: 'ا' },
};
const notPlain = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/**
 * Marks that folding removes: of Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels, variation selectors. The vowels of Indian scripts
 * are marks as well, but stay.
 */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u06d6-\u06ed]|\p{Variation_Selector}/gu;

/** Characters that folding removes: invisible ones such as joiners and soft hyphens, the Arabic tatweel, and apostrophes. */
export const ignoredCharacters = '\\u00ad\\u034f\\u061c\\u0640\\u200b-\\u200f\\u2060\\ufeff';
export const apostrophes = "'’‘‛`´＇ʹʻʼʽˈ";
const silent = new RegExp(`[${ignoredCharacters}${apostrophes}]`, 'gu');

/** Dashes typed in place of the Katakana long vowel mark; the ASCII hyphen is excluded. */
export const dashes = '‐‑‒–—―−─﹣－';
const strokes = new RegExp(`(?<=[\\p{Script=Katakana}\u30fc\uff70\uff9e\uff9f])[${dashes}]`, 'gu');
/** Replaces dashes after Katakana by the long vowel mark; the length of the text stays. */
export const withLongVowelMarks = (text: string): string => text.replace(strokes, 'ー');

/** Code points of the zeros of other scripts; each script has ten digits in order from its zero. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];
const otherDigits = /(?![0-9])\p{Nd}/gu;
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

const han = /\p{Script=Han}/gu;
let simplifiedForms: ReadonlyMap<string, string> | undefined;
/** Simplified form by traditional or Japanese character. */
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

/** Folds a text for comparison: lower case, no accents, one form per letter and script. */
export function plainLetters(text: string): string {
  const letters = withLongVowelMarks(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(silent, '')
    .replace(accents, '')
    .replace(notPlain, (letter) => plain[letter] ?? letter)
    .replace(otherDigits, digitOf)
    .replace(han, (character) => simplified().get(character) ?? character);
  // Recomposed, so that a Korean syllable is one character.
  return letters.normalize('NFC');
}
