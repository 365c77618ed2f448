/** Words of this many letters or more may be typed with one slip, and longer ones with two. */
const forgiven = 4;
const forgivenTwice = 9;

/** How a typed word fits the beginning of a word: letter by letter, with a slip, or not at all. */
export type Fit = 'whole' | 'beginning' | 'slip' | 'none';

/**
 * A typing error is a letter too many, missing, wrong, or swapped with its neighbour. Words of fewer than four letters allow none, those of nine or
 * more allow two.
 */
export function fitOf(word: string, typed: string): Fit {
  const shared = sharedLetters(word, 0, typed, 0);
  if (shared === typed.length) return word.length === typed.length ? 'whole' : 'beginning';
  return reaches(word, typed, slipsIn(typed)) ? 'slip' : 'none';
}

const slipsIn = (typed: string): number => (typed.length >= forgivenTwice ? 2 : typed.length >= forgiven ? 1 : 0);

/** Whether a word begins as typed but for so many slips. */
const reaches = (word: string, typed: string, slips: number): boolean => goesOn(word, 0, typed, 0, slips);

/** Longer than any number of slips, so that none of them can be at the end alone. */
const end = '\0\0\0';
/** Whether a word is what was typed but for slips, with nothing more behind it. What is only begun and mistyped as well is a guess. */
export const isWholeSlip = (word: string, typed: string): boolean => reaches(`${word}${end}`, `${typed}${end}`, slipsIn(typed));

export const bearsSlip = (typed: string): boolean => typed.length >= forgiven;

/** How many letters both have alike from there on. */
function sharedLetters(word: string, from: number, typed: string, typedFrom: number): number {
  let shared = 0;
  while (typedFrom + shared < typed.length && word.charCodeAt(from + shared) === typed.charCodeAt(typedFrom + shared)) shared++;
  return shared;
}

/** Tells whether the rest matches with so many typing errors, the first at the differing letter. A single error can be nowhere else. */
function slippedAt(word: string, at: number, typed: string, typedAt: number, slips: number): boolean {
  return (
    goesOn(word, at + 1, typed, typedAt + 1, slips - 1) ||
    goesOn(word, at, typed, typedAt + 1, slips - 1) ||
    goesOn(word, at + 1, typed, typedAt, slips - 1) ||
    (typed[typedAt] === word[at + 1] && typed[typedAt + 1] === word[at] && goesOn(word, at + 2, typed, typedAt + 2, slips - 1))
  );
}

/** Whether the rest of `typed` is what the rest of `word` begins with, but for so many slips. */
function goesOn(word: string, from: number, typed: string, typedFrom: number, slips: number): boolean {
  const shared = sharedLetters(word, from, typed, typedFrom);
  if (typedFrom + shared >= typed.length) return true;
  return slips > 0 && slippedAt(word, from + shared, typed, typedFrom + shared, slips);
}
