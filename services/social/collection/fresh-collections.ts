/** Time for a read model to show a new collection, milliseconds. */
const keptMs = 10_000;

/** Collections that this process is creating or has just created, by account: the read model may not show them yet. */
export interface FreshCollections {
  /** Registers a collection; returns those registered before it for the account. */
  enter(accountId: string, id: string): readonly string[];
  /** Unregisters a collection that was refused or deleted. */
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
