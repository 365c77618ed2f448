interface PageAfter<T> {
  items: readonly T[];
  next?: string | undefined;
}

/** Items of a list up to a number. A page may be short when its items are large. */
export async function readPagesUpTo<T>(most: number, ask: (after: { after?: string }) => Promise<PageAfter<T>>): Promise<T[]> {
  const items: T[] = [];
  let next: string | undefined;
  do {
    const page = await ask(next === undefined ? {} : { after: next });
    items.push(...page.items);
    next = page.items.length > 0 ? page.next : undefined;
  } while (next !== undefined && items.length < most);
  return items.slice(0, most);
}
