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

/** A highlight of a result with its matches marked; `plain` where nothing of this text matched. */
export function MarkedText({ highlight, plain }: { highlight: string | undefined; plain?: string | null }) {
  if (highlight === undefined) return plain ?? null;
  let start = 0;
  return piecesOf(highlight).map(({ text, isMatch }) => {
    // The offset of a piece is its unique key.
    const key = start;
    start += text.length;
    if (!isMatch) return <span key={key}>{text}</span>;
    return (
      <mark key={key} className="rounded-[0.25rem] bg-accent-soft px-0.5 text-accent-text">
        {text}
      </mark>
    );
  });
}
