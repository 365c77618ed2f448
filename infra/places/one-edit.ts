/** Words of this many letters or more may be typed with one slip. */
const forgiven = 4;

/** How a typed word fits the beginning of a word: letter by letter, with one slip, or not at all. */
export type Fit = 'whole' | 'beginning' | 'slip' | 'none';

/** One slip is a letter too many, too few, a wrong one, or two changed places; shorter words than four letters bear none. */
export function fitOf(word: string, typed: string): Fit {
  const shared = sharedLetters(word, typed);
  if (shared === typed.length) return word.length === typed.length ? 'whole' : 'beginning';
  return typed.length >= forgiven && slippedAt(word, typed, shared) ? 'slip' : 'none';
}

export const bearsSlip = (typed: string): boolean => typed.length >= forgiven;

function sharedLetters(word: string, typed: string): number {
  let shared = 0;
  while (shared < typed.length && word.charCodeAt(shared) === typed.charCodeAt(shared)) shared++;
  return shared;
}

/** Whether the slip is at the first letter that differs: for a single one there is no other place to look. */
function slippedAt(word: string, typed: string, at: number): boolean {
  return (
    goesOn(word, at + 1, typed, at + 1) ||
    goesOn(word, at, typed, at + 1) ||
    goesOn(word, at + 1, typed, at) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && goesOn(word, at + 2, typed, at + 2))
  );
}

/** Whether the rest of `typed` is what the rest of `word` begins with. */
function goesOn(word: string, from: number, typed: string, typedFrom: number): boolean {
  for (let index = typedFrom; index < typed.length; index++) if (word.charCodeAt(from + index - typedFrom) !== typed.charCodeAt(index)) return false;
  return true;
}
