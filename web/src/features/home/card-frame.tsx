import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import type { ReactNode } from 'react';
import type { Photo } from '../../model/photo/photo.ts';

/** Styles of every selectable card: it rises on hover, and its focus ring is visible on the map. */
export const cardStyles =
  'focus-on-photo group/card relative block h-full w-full overflow-hidden rounded-photo bg-[#16233a] text-left text-white shadow-float transition-transform duration-base ease-out hover:-translate-y-1 motion-reduce:hover:translate-y-0';

/** Width and height of the cards of the strip; skeletons have the same. */
export const cardSize = 'h-40 w-56 md:w-60';

export interface CardFrameProps {
  photo: Photo | null;
  /** The picture belongs to the first screen, so it loads with priority. */
  isFirst: boolean;
  /** The card is narrow, so the credit of its picture may take two lines. */
  isNarrow?: boolean;
  title: string;
  /** Background of a card without a picture. */
  ground?: ReactNode;
  /** Element in the upper left corner. */
  mark?: ReactNode;
  children: ReactNode;
}

/** Picture, gradient, title and text of a card. */
export function CardFrame({ photo, isFirst, isNarrow = false, title, ground, mark, children }: CardFrameProps) {
  return (
    <>
      {photo ? (
        <Image
          fill
          src={photo.src}
          alt=""
          priority={isFirst}
          className="bg-[#16233a] text-white/70"
          imageClassName="transition-transform duration-700 ease-out group-hover/card:scale-105 motion-reduce:group-hover/card:scale-100"
        />
      ) : (
        (ground ?? <span aria-hidden="true" className="absolute inset-0 bg-linear-to-br from-[#2d6a74] via-[#1d4259] to-[#16233a]" />)
      )}
      <span aria-hidden="true" className="photo-scrim absolute inset-0" />
      {mark && <span className="absolute top-3 left-3">{mark}</span>}
      <span className={cn('absolute inset-x-3.5 flex flex-col gap-1', !photo?.credit ? 'bottom-3' : isNarrow ? 'bottom-11.5' : 'bottom-7.5')}>
        <span className="line-clamp-2 text-pretty font-bold text-[0.9375rem] leading-snug tracking-tight">{title}</span>
        {children}
      </span>
    </>
  );
}

/** Credit of the picture, as last line of a card. It is beside the link or button of the card, because a nested link is not reachable. */
export const CardCredit = ({ photo, isNarrow = false }: Pick<CardFrameProps, 'photo' | 'isNarrow'>) =>
  photo?.credit && (
    <PhotoCredit
      credit={photo.credit}
      className={cn(
        'pointer-events-none absolute inset-x-3.5 bottom-2.5 text-[0.6875rem] text-white/90 leading-4',
        isNarrow ? 'line-clamp-2' : 'truncate',
      )}
    />
  );

/** A line of facts under the title. */
export const CardFacts = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={cn('flex items-center gap-1.5 text-caption text-white/90 tabular-nums [&_svg]:size-3.5', className)}>{children}</span>
);
