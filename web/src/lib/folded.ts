/** Lower case without accents, so that "cote" finds "Côte d'Ivoire". */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
