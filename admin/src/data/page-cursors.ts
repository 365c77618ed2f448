/** Walks of which the ends are kept. */
const mostWalks = 20;

/** Remembers where the pages of a list end: beyond what page numbers reach, the next one is asked for from there. */
export function pageCursors() {
  const walks = new Map<string, Map<number, string>>();
  return {
    /** End of the page before this one. */
    before: (list: string, page: number): string | undefined => walks.get(list)?.get(page - 1),
    keep(list: string, page: number, next: string | undefined): void {
      if (!next) return;
      const ends = walks.get(list) ?? new Map<number, string>();
      walks.delete(list);
      walks.set(list, ends.set(page, next));
      const [oldest] = walks.keys();
      if (walks.size > mostWalks && oldest !== undefined) walks.delete(oldest);
    },
  };
}
