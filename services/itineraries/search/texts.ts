/** Texts for the search index, each once. */
export function textsOf(parts: Readonly<Record<string, readonly (string | null)[]>>): Record<string, string> {
  const texts = Object.entries(parts).map(([name, all]): [string, string] => [name, [...new Set(all.filter((part) => part))].join(', ')]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
