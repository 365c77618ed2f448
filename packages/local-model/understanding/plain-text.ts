/** Lower case, without accents and typographic quotes; punctuation stays, because it separates clauses. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘`]/g, "'").replace(/[–—]/g, '-').toLowerCase().replace(/\s+/g, ' ').trim();

/** Joins words by commas, with "and" before the last word. */
export function joinWithAnd(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Reason of a failure, worded for the middle of a sentence. */
export const failureReason = (problem: string | null | undefined): string => (problem ?? 'it did not work').replace(/[.\s]+$/, '');

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The German and French examples of the assistant's page with their English originals: the model understands English only. */
const examples: readonly (readonly [translated: string, english: string])[] = [
  ['3 Tage Lissabon mit Essen und Aussicht', '3 days in Lisbon with food and views'],
  ['3 jours à Lisbonne, cuisine et panoramas', '3 days in Lisbon with food and views'],
  ['Ein langes Wochenende in Kopenhagen mit Design', 'A long weekend in Copenhagen with design'],
  ['Un long week-end design à Copenhague', 'A long weekend in Copenhagen with design'],
  ['Eine ruhige Woche in Kyoto mit Tempeln und Gärten', 'A slow week in Kyoto with temples and gardens'],
  ['Une semaine tranquille à Kyoto, temples et jardins', 'A slow week in Kyoto with temples and gardens'],
  ['Mach Tag 2 ruhiger', 'Make day 2 slower'],
  ['Rends le jour 2 plus tranquille', 'Make day 2 slower'],
  ['Füge einen Halt mit Aussicht hinzu', 'Add a stop with a view'],
  ['Ajoute une étape avec vue', 'Add a stop with a view'],
  ['Bring jeden Tag in die kürzeste Reihenfolge', 'Put each day into the shortest order'],
  ['Mets chaque jour dans l’ordre le plus court', 'Put each day into the shortest order'],
  ['Was liegt in der Nähe von Tag 1?', 'What is near day 1?'],
  ['Qu’y a-t-il près du jour 1 ?', 'What is near day 1?'],
  ['Plane so etwas für mich', 'Plan something like this for me'],
  ['Planifie quelque chose comme ça pour moi', 'Plan something like this for me'],
  ['Welche Halte sind gut mit Kindern?', 'Which stops are good with children?'],
  ['Quelles étapes conviennent aux enfants ?', 'Which stops are good with children?'],
];
const englishOf = new Map(examples.map(([translated, english]) => [plainText(translated), english]));

/** The English original of a translated example; any other text unchanged. */
export const inEnglish = (text: string): string => englishOf.get(plainText(text)) ?? text;
