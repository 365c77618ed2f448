/** The compared stacks: one process, and a cluster. */
export const sides = ['one', 'many'] as const;
export type Side = (typeof sides)[number];
export type Both<T> = Record<Side, T>;

/** Values that each side has in its own form: ids, times, cursors. Requests contain placeholders for them, which need no escaping. */
export function createPairs() {
  const words: Both<string>[] = [];
  const wordOf = new Map<string, string>();
  const learnt: Both<string>[] = [];
  const known: Both<Map<string, string>> = { one: new Map(), many: new Map() };
  return {
    learnt,
    wordFor(value: Both<string>): string {
      const key = `${value.one} ${value.many}`;
      const word = wordOf.get(key) ?? `~v${words.length}~`;
      if (!wordOf.has(key)) words.push(value);
      wordOf.set(key, word);
      return word;
    },
    /** A text with the forms of one side. */
    filled: (text: string, side: Side): string => text.replaceAll(/~v(\d+)~/g, (word, index) => words[Number(index)]?.[side] ?? word),
    has: ({ one, many }: Both<string>): boolean => known.one.get(one) === many && known.many.get(many) === one,
    /** @returns false when a form belongs to another value */
    learn(value: Both<string>): boolean {
      if (known.one.has(value.one) || known.many.has(value.many)) return false;
      known.one.set(value.one, value.many);
      known.many.set(value.many, value.one);
      learnt.push(value);
      return true;
    },
  };
}
export type Pairs = ReturnType<typeof createPairs>;
