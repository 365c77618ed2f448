/** Lower case without accents, so that "cote" finds "Côte d'Ivoire". */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
