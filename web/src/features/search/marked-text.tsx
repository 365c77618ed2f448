import { piecesOf } from './marks.ts';

/** A highlight of a result with its matches marked; `plain` where nothing of this text matched. */
export function MarkedText({ highlight, plain }: { highlight: string | undefined; plain?: string | null }) {
  if (highlight === undefined) return plain ?? null;
  let start = 0;
  return piecesOf(highlight).map(({ text, isMatch }) => {
    // Where a piece begins tells it from all others.
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
