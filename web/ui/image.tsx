import { ImageOff } from 'lucide-react';
import { type CSSProperties, useCallback, useState } from 'react';
import { cn } from './class-names.ts';
import { type ImageCredit, ImageNotes } from './image-notes.tsx';
import { defaultQuality, withQuality } from './image-source.ts';
import { useNearViewport } from './lazy-visibility.ts';
import { Spinner } from './spinner.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface ImageProps {
  src: string | null | undefined;
  /** Empty for decoration. */
  alt: string;
  /** In pixels of the file; together they hold the place, so that nothing shifts. */
  width?: number;
  height?: number;
  /** Instead of width and height, such as `4 / 3`. */
  ratio?: string;
  /** Takes the whole of the nearest positioned ancestor. */
  fill?: boolean;
  srcSet?: string;
  sizes?: string;
  /** For what is on the first screen: at once, and before everything else. */
  priority?: boolean;
  /** At once, but after what is on the screen: it will come into view next. */
  eager?: boolean;
  /** In per cent. */
  quality?: number;
  credit?: ImageCredit | null;
  /** Drawn, not taken: labelled as such. */
  illustration?: boolean;
  /** A link covers the whole card that it is on: lies over that link and lets all but its credit through. */
  underLink?: boolean;
  onLoad?: () => void;
  className?: string;
  /** Of the picture itself, for example its object-position. */
  imageClassName?: string;
}

type State = 'loading' | 'loaded' | 'failed';

/** Spinner until loaded, an icon when it fails or there is none, loaded when it comes near (spec 2.11). */
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
  // Kept with its source: another source starts anew without an effect.
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
  quality = defaultQuality,
  onLoad,
  imageClassName,
  isLoaded,
  onSettled,
}: PictureProps) {
  const loaded = (): void => {
    onSettled('loaded');
    onLoad?.();
  };
  // A picture from the cache may be complete before anything listens to its load event.
  const attach = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth > 0) image.dispatchEvent(new Event('load'));
  }, []);
  return (
    <img
      ref={attach}
      src={withQuality(src, quality)}
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
        // The first screen must not wait for a fade.
        !priority && 'transition-opacity duration-slow ease-out',
        !priority && !isLoaded && 'opacity-0',
        imageClassName,
      )}
    />
  );
}
