import { ImageOff } from 'lucide-react';
import { type CSSProperties, useCallback, useState } from 'react';
import { cn } from './class-names.ts';
import { type ImageCredit, ImageNotes } from './image-notes.tsx';
import { useNearViewport } from './lazy-visibility.ts';
import { Spinner } from './spinner.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface ImageProps {
  src: string | null | undefined;
  /** Alternative text; empty for a decorative picture. */
  alt: string;
  /** Size of the file in pixels, from which the layout reserves the space. */
  width?: number;
  height?: number;
  /** Aspect ratio such as `4 / 3`, in place of width and height. */
  ratio?: string;
  /** Fills the nearest positioned ancestor. */
  fill?: boolean;
  srcSet?: string;
  sizes?: string;
  /** For pictures of the first screen: loads at once with high fetch priority. */
  priority?: boolean;
  /** Loads at once with normal priority, for content that is shown next. */
  eager?: boolean;
  /** Quality in per cent. */
  quality?: number;
  credit?: ImageCredit | null;
  /** Labels the picture as drawn. */
  illustration?: boolean;
  /** For a picture above a link that covers the card: clicks pass through, except on the credit. */
  underLink?: boolean;
  onLoad?: () => void;
  className?: string;
  /** Class of the picture itself, for example its object-position. */
  imageClassName?: string;
}

type State = 'loading' | 'loaded' | 'failed';

/** Lazy image with a spinner, and an icon as fallback (spec 2.11). */
export function Image(props: ImageProps) {
  const {
    src,
    alt,
    width,
    height,
    ratio,
    fill = false,
    priority = false,
    eager = false,
    credit,
    illustration = false,
    underLink = false,
    className,
  } = props;
  const [frame, isNear] = useNearViewport<HTMLDivElement>(priority || eager);
  // The outcome is stored with its source, so that a new source resets the state without an effect.
  const [outcome, setOutcome] = useState<{ src: string; state: State } | null>(null);
  const state: State = !src ? 'failed' : outcome?.src === src ? outcome.state : 'loading';
  const settle = (next: State): void => {
    if (src) setOutcome({ src, state: next });
  };
  const style: CSSProperties | undefined = fill ? undefined : { aspectRatio: ratio ?? (width && height ? `${width} / ${height}` : undefined) };
  return (
    <div
      ref={frame}
      data-state={state}
      style={style}
      className={cn(
        'isolate overflow-hidden bg-(--skeleton) text-muted',
        fill ? 'absolute inset-0 size-full' : 'relative w-full',
        underLink && 'pointer-events-none z-1',
        className,
      )}
    >
      {state === 'loading' && <Spinner size="md" label={null} className="absolute inset-0 m-auto opacity-60" />}
      {state === 'failed' && <Missing alt={alt} />}
      {src && state !== 'failed' && isNear && <Picture {...props} src={src} isLoaded={state === 'loaded'} onSettled={settle} />}
      {state === 'loaded' && <ImageNotes credit={credit} illustration={illustration} />}
    </div>
  );
}

function Missing({ alt }: { alt: string }) {
  const { missingImage } = useUiTexts();
  return (
    <span className="absolute inset-0 grid place-items-center">
      <ImageOff aria-hidden="true" strokeWidth={1.5} className="size-[clamp(1.25rem,20%,2.5rem)] opacity-70" />
      {alt && <span className="sr-only">{`${alt} (${missingImage})`}</span>}
    </span>
  );
}

interface PictureProps extends ImageProps {
  src: string;
  isLoaded: boolean;
  onSettled: (state: State) => void;
}

function Picture({
  src,
  alt,
  width,
  height,
  srcSet,
  sizes,
  priority = false,
  quality = defaultImageQuality,
  onLoad,
  imageClassName,
  isLoaded,
  onSettled,
}: PictureProps) {
  const loaded = (): void => {
    onSettled('loaded');
    onLoad?.();
  };
  // A cached picture may be complete before React attaches the load listener, so the event is dispatched again.
  const attach = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth > 0) image.dispatchEvent(new Event('load'));
  }, []);
  return (
    <img
      ref={attach}
      src={withImageQuality(src, quality)}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : undefined}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? 'sync' : 'async'}
      draggable={false}
      onLoad={loaded}
      onError={() => onSettled('failed')}
      className={cn(
        'absolute inset-0 size-full object-cover',
        // Pictures of the first screen do not fade in.
        !priority && 'transition-opacity duration-slow ease-out',
        !priority && !isLoaded && 'opacity-0',
        imageClassName,
      )}
    />
  );
}

/** spec 9. Per cent, for providers that scale on demand. */
export const defaultImageQuality = 85;

/** Hosts that accept width and quality in the query. */
const scalingHosts = new Set(['images.unsplash.com', 'plus.unsplash.com']);

/** Adds the quality to the URL of a host that scales on demand; other URLs stay unchanged. */
export function withImageQuality(src: string, quality: number): string {
  if (!/^https?:/.test(src) || !URL.canParse(src)) return src;
  const url = new URL(src);
  if (!scalingHosts.has(url.host)) return src;
  url.searchParams.set('q', String(quality));
  return url.href;
}
