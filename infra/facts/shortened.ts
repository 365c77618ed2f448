/** End of a sentence: behind its mark, before the next sentence. Chinese and Japanese use no space. */
const sentenceEnd = /[.!?…](?=\s+[\p{Lu}\p{N}"„«(])|[。！？]/gu;
const ellipsis = '…';

/** Shortens a text to whole sentences, or, when the first is too long, to whole words with an ellipsis. @param most Characters. */
export function shortened(text: string, most: number): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  if (whole.length <= most) return whole;
  const end = [...whole.matchAll(sentenceEnd)].map(({ index }) => index + 1).findLast((at) => at <= most);
  // An early end is probably an abbreviation.
  if (end !== undefined && end > most / 4) return whole.slice(0, end);
  const words = whole.slice(0, most - ellipsis.length);
  const space = words.lastIndexOf(' ');
  return `${(space > 0 ? words.slice(0, space) : words.toWellFormed().replace(/\ufffd$/, '')).replace(/[\s,;:–-]+$/, '')}${ellipsis}`;
}
