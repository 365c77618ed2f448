/**
 * Words that say nothing about what is looked for, folded as `words.ts` folds: articles, and what stands between nouns, in the languages in which people
 * ask and places are called.
 */
const byLanguage = {
  en: 'a an and at by for from in near of on or the to with',
  de: 'am an auf bei das dem den der des die ein eine im in mit und von vom zu zum zur',
  fr: 'a au aux d de des du en et l la le les ou sur un une',
  es: 'al con de del e el en la las los o por un una y',
  it: 'al alla con d da dal dalla de dei del della delle di e gli i il in l la le lo nel un una',
  pt: 'a ao as com da das de do dos e em na no o os um uma',
} as const;

const silent: ReadonlySet<string> = new Set(Object.values(byLanguage).flatMap((words) => words.split(' ')));

/** The words of a question that say something; all of them where none does, for "La" is a name too. The last one may be the beginning of another word. */
export function tellingWords(words: readonly string[]): string[] {
  const telling = words.filter((word, index) => !silent.has(word) || index === words.length - 1);
  return telling.some((word) => !silent.has(word)) ? telling : [...words];
}
