import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import type { ReactNode } from 'react';
import type { Photo } from '../../model/photo/photo.ts';

interface ResultRowProps {
  picture: ReactNode;
  title: ReactNode;
  /** One line under the title. */
  facts: string;
  /** Second line, with counts. */
  counts?: string;
  /** Matched text of the result, else its description. */
  excerpt?: ReactNode;
}

/** Content of a result; the link around it is a `group`. */
export const ResultRow = ({ picture, title, facts, counts, excerpt }: ResultRowProps) => (
  <>
    {picture}
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 font-semibold leading-snug group-hover:text-accent-text">{title}</span>
      <span className="mt-0.5 block truncate text-muted text-small first-letter:uppercase">{facts}</span>
      {counts && <span className="block text-muted text-small tabular-nums">{counts}</span>}
      {excerpt && <span className="mt-1.5 line-clamp-2 text-[0.9375rem] text-muted">{excerpt}</span>}
    </span>
  </>
);

/** Styles of the link around a result; the arrow keys find it by `data-result`. */
export const resultLinkStyles = 'group flex items-start gap-4 rounded-card p-3 transition-colors duration-fast hover:bg-sunken sm:-mx-3';

export const joinParts = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Size and shape of a thumbnail. */
const pictureFrame = 'relative aspect-square w-20 shrink-0 overflow-hidden rounded-control sm:aspect-4/3 sm:w-32';

export const Thumbnail = ({ photo }: { photo: Pick<Photo, 'src'> | null }) => (
  <span className={pictureFrame}>
    <Image fill src={photo?.src} alt="" />
  </span>
);

/** Icon in place of a missing picture. */
export const IconThumbnail = ({ icon }: { icon: ReactNode }) => (
  <span className={`${pictureFrame} grid place-items-center bg-teal-soft text-teal-text [&_svg]:size-7`}>{icon}</span>
);

/** Photo credit below the link of the result, aligned with its text. */
export const ResultCredit = ({ photo }: { photo: Photo | null }) =>
  photo?.credit && <PhotoCredit credit={photo.credit} className="-mt-1 mb-2 block pl-27 text-[0.6875rem] text-muted leading-4 sm:pl-36" />;

/** A piece of a text, matched or not. */
interface Piece {
  text: string;
  isMatch: boolean;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => characters[name] ?? all);

/** Pieces of a highlight as the API sends it: matches in `<em>`, everything else escaped for HTML. */
export function highlightPieces(highlight: string): Piece[] {
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
  return highlightPieces(highlight).map(({ text, isMatch }) => {
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
