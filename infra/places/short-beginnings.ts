/** Beginnings of so many letters have lists. */
const longest = 2;
/** Only a beginning that more things have than these is answered from its list; up to there looking at all of them is fast enough. */
const many = 5_000;
/** Things that a list holds. */
const listed = 300;

interface Weighed {
  weight: number;
}

/** For one or two typed letters: the things of most weight that begin so. Looking at all that do would take too long, and nobody means a village by one letter. */
export interface ShortBeginnings<R extends Weighed> {
  add(word: string, row: R): void;
  remove(word: string, row: R): void;
  /** The heaviest that begin so; null where all can be looked at. */
  heaviest(typed: readonly string[]): readonly R[] | null;
  /** All lists that answer, by beginning. */
  lists(): Map<string, readonly R[]>;
}

/** The beginning whose list may answer what was typed. */
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
