import { fillPlaceholders, useUiTexts } from './ui-texts.tsx';

/** Attribution of a photo. The URLs already contain the referral parameters. */
export interface ImageCredit {
  author: string;
  authorUrl?: string | null;
  /** Source, such as the name of the photo service. */
  source?: string | null;
  sourceUrl?: string | null;
}

/** Names author and source of a picture with links. */
export function PhotoCredit({ credit: { author, authorUrl, source, sourceUrl }, className }: { credit: ImageCredit; className?: string }) {
  const texts = useUiTexts();
  return (
    <span className={className}>
      <Owed text={fillPlaceholders(texts.photoBy, { author })} href={authorUrl} />
      {source && (
        <>
          {' · '}
          <Owed text={source} href={sourceUrl} />
        </>
      )}
    </span>
  );
}

const noteStyles = 'rounded-full bg-[#0e1626]/75 px-2 py-0.5 text-[0.6875rem] font-medium text-white leading-4 backdrop-blur-sm';

/** Notes at the lower edge of a picture: that it is an illustration, and its attribution. */
export function ImageNotes({ credit, illustration }: { credit?: ImageCredit | null | undefined; illustration: boolean }) {
  const texts = useUiTexts();
  if (!credit && !illustration) return null;
  return (
    <span className="absolute right-2 bottom-2 z-1 flex max-w-[calc(100%-1rem)] justify-end gap-1.5">
      {illustration && <span className={noteStyles}>{texts.illustration}</span>}
      {credit && <PhotoCredit credit={credit} className={`${noteStyles} truncate`} />}
    </span>
  );
}

function Owed({ text, href }: { text: string; href?: string | null | undefined }) {
  if (!href) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      // Pointer events are enabled for the credit only, because the picture passes all other clicks to the link below it.
      className="focus-on-photo hit-area pointer-events-auto rounded-sm underline decoration-current/50 underline-offset-2 hover:decoration-current"
    >
      {text}
    </a>
  );
}
