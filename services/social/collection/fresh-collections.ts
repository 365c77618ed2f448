/** Long enough for a read model to show what was made, milliseconds. */
const keptMs = 10_000;

/** Lists that this process made a moment ago, or is making, by account: the read model may not show them yet. */
export interface FreshCollections {
  /** Enters a list; answers those of the account that were entered before it. */
  enter(accountId: string, id: string): readonly string[];
  /** It was not made after all, or is gone again. */
  leave(accountId: string, id: string): void;
}

export function createFreshCollections(): FreshCollections {
  const entered = new Map<string, Set<string>>();
  const leave = (accountId: string, id: string): void => {
    const own = entered.get(accountId);
    own?.delete(id);
    if (own?.size === 0) entered.delete(accountId);
  };
  return {
    leave,
    enter: (accountId, id) => {
      const own = entered.get(accountId) ?? new Set();
      if (!own.has(id)) setTimeout(leave, keptMs, accountId, id).unref();
      own.add(id);
      entered.set(accountId, own);
      const all = [...own];
      return all.slice(0, all.indexOf(id));
    },
  };
}
