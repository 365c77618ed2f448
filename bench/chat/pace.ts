/** How a provider answers: when its first piece comes, how many there are, and how far they are apart, in milliseconds. */
export interface Pace {
  first: number;
  pieces: number;
  every: number;
}

/**
 * When the first word of hosted models comes, seen from a server: a few hundred milliseconds for the quickest of them, seconds for those that think.
 * The less it is, the more of the whole is the product's, so this is the hard end of what there is.
 */
export const usualFirst = 300;
/** Forty pieces a second, which are about thirty words: hosted models write 30 to 100. */
export const usualEvery = 25;

/** The question that has the provider answer so. */
export const questionOf = ({ first, pieces, every }: Pace): string => `Answer after ${first} ms with ${pieces} pieces, ${every} ms apart.`;

/** The pace that a question asks for. */
export function paceIn(question: string): Pace {
  const [first = 0, pieces = 0, every = 0] = (question.match(/\d+/g) ?? []).map(Number);
  return { first, pieces, every };
}
