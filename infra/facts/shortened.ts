/** Where a sentence ends: behind its mark, before the next one begins. Chinese and Japanese leave no space. */
const sentenceEnd = /[.!?…](?=\s+[\p{Lu}\p{N}"„«(])|[。！？]/gu;
const ellipsis = '…';

/** The beginning of a text: as many whole sentences as fit, or, if its first is longer, as many whole words with an ellipsis. @param most characters */
export function shortened(text: string, most: number): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  if (whole.length <= most) return whole;
  const end = [...whole.matchAll(sentenceEnd)].map(({ index }) => index + 1).findLast((at) => at <= most);
  // An abbreviation near the beginning is no sentence that one would read.
  if (end !== undefined && end > most / 4) return whole.slice(0, end);
  const words = whole.slice(0, most - ellipsis.length);
  const space = words.lastIndexOf(' ');
  return `${(space > 0 ? words.slice(0, space) : words.toWellFormed().replace(/\ufffd$/, '')).replace(/[\s,;:–-]+$/, '')}${ellipsis}`;
}
