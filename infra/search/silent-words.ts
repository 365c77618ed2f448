/** Stop words, folded as in `words.ts`: articles and prepositions of the languages of users and places. */
const byLanguage = {
  en: 'a an and at by for from in near of on or the to with',
  de: 'am an auf bei das dem den der des die ein eine im in mit und von vom zu zum zur',
  fr: 'a au aux d de des du en et l la le les ou sur un une',
  es: 'al con de del e el en la las los o por un una y',
  it: 'al alla con d da dal dalla de dei del della delle di e gli i il in l la le lo nel un una',
  pt: 'a ao as com da das de do dos e em na no o os um uma',
} as const;

const silent: ReadonlySet<string> = new Set(Object.values(byLanguage).flatMap((words) => words.split(' ')));

/**
 * Words of a question without stop words; all words when only stop words remain, because "La" is a name too. The last word always stays, as it may be
 * unfinished.
 */
export function tellingWords(words: readonly string[]): string[] {
  const telling = words.filter((word, index) => !silent.has(word) || index === words.length - 1);
  return telling.some((word) => !silent.has(word)) ? telling : [...words];
}
