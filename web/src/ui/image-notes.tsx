import { fill, useUiTexts } from './ui-texts.tsx';

/** Whom a photo is owed to. Links carry the referral marker already. */
export interface ImageCredit {
  author: string;
  authorUrl?: string | null;
  /** Where it was found, such as the name of the photo service. */
  source?: string | null;
  sourceUrl?: string | null;
  /** Plain text where the picture is inside a link. */
  linked?: boolean;
}

const noteStyles = 'rounded-full bg-[#0e1626]/75 px-2 py-0.5 text-[0.6875rem] font-medium text-white leading-4 backdrop-blur-sm';

/** On the lower edge of a picture: who took it, or that it was drawn. */
export function ImageNotes({ credit, illustration }: { credit?: ImageCredit | null | undefined; illustration: boolean }) {
  const texts = useUiTexts();
  if (!credit && !illustration) return null;
  return (
    <span className="absolute right-2 bottom-2 z-1 flex max-w-[calc(100%-1rem)] justify-end gap-1.5">
      {illustration && <span className={noteStyles}>{texts.illustration}</span>}
      {credit && (
        <span className={`${noteStyles} truncate`}>
          <Owed text={fill(texts.photoBy, { author: credit.author })} href={credit.authorUrl} linked={credit.linked} />
          {credit.source && (
            <>
              {' · '}
              <Owed text={credit.source} href={credit.sourceUrl} linked={credit.linked} />
            </>
          )}
        </span>
      )}
    </span>
  );
}

function Owed({ text, href, linked = true }: { text: string; href?: string | null | undefined; linked?: boolean | undefined }) {
  if (!href || !linked) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="focus-on-photo hit-area rounded-sm underline decoration-white/50 underline-offset-2 hover:decoration-white"
    >
      {text}
    </a>
  );
}
