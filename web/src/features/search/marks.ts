/** A piece of a text, matched or not. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => characters[name] ?? all);

/** Pieces of a highlight as the API sends it: matches in `<em>`, everything else escaped for HTML. */
export function piecesOf(highlight: string): Piece[] {
  return highlight
    .split(/(<em>.*?<\/em>)/s)
    .filter(Boolean)
    .map((part) => {
      const match = /^<em>(.*)<\/em>$/s.exec(part)?.[1];
      return { text: unescaped(match ?? part), isMatch: match !== undefined };
    });
}
