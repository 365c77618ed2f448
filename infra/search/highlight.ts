import { editsBetween } from './edits.ts';
import type { Hit, IndexedDoc, IndexSpec } from './port.ts';
import { type ParsedQuery, textKinds } from './question.ts';
import { type Token, tokensOf } from './words.ts';

/** Length of a highlight, and of its text before the first match; characters. */
const shownLength = 240;
const leadLength = 40;
const ellipsis = '…';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A word of a text with the index of the query word that it matches. */
type Match = Token & { wanted: number };

/** Highlights matches by one rule for all engines, because their own rules differ. */
export function highlighter({ texts }: IndexSpec, question: ParsedQuery): (doc: IndexedDoc) => Pick<Hit, 'matchedFields' | 'highlights'> {
  const fits = fitting(question);
  const fields = Object.keys(texts).toSorted((a, b) => rank(texts, a) - rank(texts, b));
  return (doc) => {
    const highlights: [string, string][] = [];
    for (const field of fields) {
      const text = doc.texts?.[field] ?? '';
      const matches = tokensOf(text).flatMap((token): Match[] => {
        const wanted = fits(token.word);
        return wanted === null ? [] : [{ ...token, wanted }];
      });
      if (matches.length > 0) highlights.push([field, marked(text, matches)]);
    }
    return { matchedFields: highlights.map(([field]) => field), highlights: Object.fromEntries(highlights) };
  };
}

const rank = (texts: IndexSpec['texts'], field: string): number => textKinds.indexOf(texts[field] ?? 'prose');

/** Returns the index of the query word that a word matches; null without one. Cached, because words repeat. */
function fitting({ words }: ParsedQuery): (word: string) => number | null {
  const known = new Map<string, number | null>();
  const fitOf = (word: string): number | null => {
    const at = words.findIndex(
      (wanted) =>
        wanted.word === word ||
        (wanted.unfinished && word.startsWith(wanted.word)) ||
        (wanted.edits > 0 && editsBetween(word, wanted.word, wanted.edits) !== null),
    );
    return at < 0 ? null : at;
  };
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const fit = fitOf(word);
    known.set(word, fit);
    return fit;
  };
}

/** The part of a text with most matches, as HTML. */
function marked(text: string, matches: readonly Match[]): string {
  const [from, to] = shownPart(text, matches);
  let html = from > 0 ? ellipsis : '';
  let at = from;
  for (const { start, end } of spansOf(matches)) {
    if (start < from || end > to) continue;
    html += `${escaped(text.slice(at, start))}<em>${escaped(text.slice(start, end))}</em>`;
    at = end;
  }
  return html + escaped(text.slice(at, to)) + (to < text.length ? ellipsis : '');
}

/** Positions of matches; overlapping matches, as in scripts without spaces, become one. */
function spansOf(matches: readonly Match[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of matches) {
    const last = spans.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

function shownPart(text: string, matches: readonly Match[]): [from: number, to: number] {
  if (text.length <= shownLength) return [0, text.length];
  const from = Math.max(0, bestStart(matches) - leadLength);
  const to = Math.min(text.length, from + shownLength);
  return [from === 0 ? 0 : afterSpace(text, from, from + leadLength), to === text.length ? to : beforeSpace(text, to, matches)];
}

/** Start of the first part with most distinct matches. */
function bestStart(matches: readonly Match[]): number {
  let best = { start: 0, different: 0 };
  for (const [index, { start }] of matches.entries()) {
    let at = index;
    const different = new Set<number>();
    for (let next = matches[index]; next && next.end <= start + shownLength - leadLength; next = matches[++at]) different.add(next.wanted);
    if (different.size > best.different) best = { start, different: different.size };
  }
  return best.start;
}

/** Start of the next word before `limit`; otherwise `from`, moved out of a surrogate pair. */
function afterSpace(text: string, from: number, limit: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space < limit ? space + 1 : whole(text, from);
}

/** End of the previous word; or of the match at `to`, which must not be cut. */
function beforeSpace(text: string, to: number, matches: readonly Match[]): number {
  const cut = matches.find(({ start, end }) => start < to && end > to);
  if (cut) return cut.end;
  const space = text.lastIndexOf(' ', to);
  return space > to - leadLength ? space : whole(text, to);
}

const whole = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at);
