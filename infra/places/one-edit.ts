/** Minimum lengths, in letters, of words with one and with two allowed typing errors. */
const forgiven = 4;
const forgivenTwice = 9;

/** Fit of a typed word to the beginning of a word: exact, with a typing error, or none. */
export type Fit = 'whole' | 'beginning' | 'slip' | 'none';

/** A typing error inserts, omits, replaces or swaps a letter. Words of fewer than four letters allow none, words of nine or more allow two. */
export function fitOf(word: string, typed: string): Fit {
  const shared = sharedLetters(word, 0, typed, 0);
  if (shared === typed.length) return word.length === typed.length ? 'whole' : 'beginning';
  return reaches(word, typed, slipsIn(typed)) ? 'slip' : 'none';
}

const slipsIn = (typed: string): number => (typed.length >= forgivenTwice ? 2 : typed.length >= forgiven ? 1 : 0);

/** True when `word` begins with `typed`, within this many typing errors. */
const reaches = (word: string, typed: string, slips: number): boolean => goesOn(word, 0, typed, 0, slips);

/** Terminator longer than the allowed errors, so that errors cannot skip it. */
const end = '\0\0\0';
/** True when the whole word, not only its beginning, equals `typed` within the allowed errors. A mistyped prefix would be a guess. */
export const isWholeSlip = (word: string, typed: string): boolean => reaches(`${word}${end}`, `${typed}${end}`, slipsIn(typed));

export const bearsSlip = (typed: string): boolean => typed.length >= forgiven;

/** Length of the common run of letters from these positions. */
function sharedLetters(word: string, from: number, typed: string, typedFrom: number): number {
  let shared = 0;
  while (typedFrom + shared < typed.length && word.charCodeAt(from + shared) === typed.charCodeAt(typedFrom + shared)) shared++;
  return shared;
}

/** True when the rest matches within this many typing errors, the first at the differing letter. A single error can be nowhere else. */
function slippedAt(word: string, at: number, typed: string, typedAt: number, slips: number): boolean {
  return (
    goesOn(word, at + 1, typed, typedAt + 1, slips - 1) ||
    goesOn(word, at, typed, typedAt + 1, slips - 1) ||
    goesOn(word, at + 1, typed, typedAt, slips - 1) ||
    (typed[typedAt] === word[at + 1] && typed[typedAt + 1] === word[at] && goesOn(word, at + 2, typed, typedAt + 2, slips - 1))
  );
}

/** True when the rest of `word` begins with the rest of `typed`, within this many typing errors. */
function goesOn(word: string, from: number, typed: string, typedFrom: number, slips: number): boolean {
  const shared = sharedLetters(word, from, typed, typedFrom);
  if (typedFrom + shared >= typed.length) return true;
  return slips > 0 && slippedAt(word, from + shared, typed, typedFrom + shared, slips);
}
