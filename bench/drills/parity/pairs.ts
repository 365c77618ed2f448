/** The two that are compared: the product in one process, and as a cluster. */
export const sides = ['one', 'many'] as const;
export type Side = (typeof sides)[number];
export type Both<T> = Record<Side, T>;

/** Values that each side gave a form of its own: ids, times, cursors. A request names such a value by a word, which each side gets in its own form. */
export interface Pairs {
  /** The word for a value. It needs no escaping anywhere in a request. */
  wordFor(value: Both<string>): string;
  /** A text of a request as one side gets it. */
  filled(text: string, side: Side): string;
  /** Whether these are two forms of one value. */
  has(value: Both<string>): boolean;
  /** Remembers that they are; false when one of them is known to belong to another. */
  learn(value: Both<string>): boolean;
  /** All values that were learnt. */
  learnt(): readonly Both<string>[];
}

export function createPairs(): Pairs {
  const words: Both<string>[] = [];
  const wordOf = new Map<string, string>();
  const pairs: Both<string>[] = [];
  const known: Both<Map<string, string>> = { one: new Map(), many: new Map() };
  return {
    wordFor(value) {
      const key = `${value.one} ${value.many}`;
      const word = wordOf.get(key) ?? `~v${words.length}~`;
      if (!wordOf.has(key)) words.push(value);
      wordOf.set(key, word);
      return word;
    },
    filled: (text, side) => text.replaceAll(/~v(\d+)~/g, (word, index) => words[Number(index)]?.[side] ?? word),
    has: ({ one, many }) => known.one.get(one) === many && known.many.get(many) === one,
    learn(value) {
      if (known.one.has(value.one) || known.many.has(value.many)) return false;
      known.one.set(value.one, value.many);
      known.many.set(value.many, value.one);
      pairs.push(value);
      return true;
    },
    learnt: () => pairs,
  };
}
