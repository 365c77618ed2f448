/** Longest prefix with a precomputed list, letters. */
const longest = 2;
/** Only prefixes of more things than this use their list; scanning fewer is fast enough. */
const many = 5_000;
/** Length of a list. */
const listed = 300;

interface Weighed {
  weight: number;
}

/**
 * Precomputed lists of the heaviest things per prefix of one or two letters. Scanning all would take too long, and nobody means a village by one
 * letter.
 */
export interface ShortBeginnings<R extends Weighed> {
  add(word: string, row: R): void;
  remove(word: string, row: R): void;
  /** Heaviest things with this prefix; null when all can be scanned. */
  heaviest(typed: readonly string[]): readonly R[] | null;
  /** All lists in use, by prefix. */
  lists(): Map<string, readonly R[]>;
}

/** Prefix whose list may answer the typed text. */
export const shortBeginningOf = ([word = '', ...more]: readonly string[]): string | null =>
  more.length === 0 && word.length <= longest ? word : null;

export function createShortBeginnings<R extends Weighed>(): ShortBeginnings<R> {
  const lists = new Map<string, { count: number; heaviest: R[] }>();
  return {
    add(word, row) {
      for (const beginning of beginningsOf(word)) {
        const list = lists.get(beginning) ?? { count: 0, heaviest: [] };
        lists.set(beginning, list);
        list.count += 1;
        insert(list.heaviest, row);
      }
    },
    remove(word, row) {
      for (const beginning of beginningsOf(word)) {
        const list = lists.get(beginning);
        if (!list) continue;
        list.count -= 1;
        list.heaviest = list.heaviest.filter((other) => other !== row);
      }
    },
    heaviest(typed) {
      const list = lists.get(shortBeginningOf(typed) ?? '');
      return list && list.count > many ? list.heaviest : null;
    },
    lists: () => new Map([...lists].filter(([, { count }]) => count > many).map(([beginning, { heaviest }]) => [beginning, heaviest])),
  };
}

const beginningsOf = (word: string): string[] => (word.length < longest ? [word] : [word.slice(0, 1), word.slice(0, longest)]);

function insert<R extends Weighed>(heaviest: R[], row: R): void {
  if (heaviest.length === listed && row.weight <= (heaviest[listed - 1]?.weight ?? 0)) return;
  let at = heaviest.length;
  while (at > 0 && (heaviest[at - 1]?.weight ?? 0) < row.weight) at--;
  heaviest.splice(at, 0, row);
  if (heaviest.length > listed) heaviest.pop();
}
