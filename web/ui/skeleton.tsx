import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { useUiTexts } from './ui-texts.tsx';

const shimmer = 'animate-shimmer bg-[linear-gradient(100deg,var(--skeleton)_40%,var(--skeleton-glow)_50%,var(--skeleton)_60%)] bg-[length:200%_100%]';

/** Placeholder block in the size of the content. */
export const Skeleton = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div aria-hidden="true" className={cn('rounded-control', shimmer, className)} {...rest} />
);

const lineWidths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3'] as const;

export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden="true" className={cn('flex flex-col gap-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div
          key={line}
          className={cn('h-3.5 rounded-full', shimmer, line === lines - 1 && lines > 1 ? 'w-3/5' : lineWidths[line % lineWidths.length])}
        />
      ))}
    </div>
  );
}

/** Placeholder of a card with a photo and two lines of text. */
export function SkeletonCard({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn('overflow-hidden rounded-card border border-line bg-surface', className)}>
      <Skeleton className="aspect-4/3 rounded-none" />
      <SkeletonText lines={2} className="p-5" />
    </div>
  );
}

/** Placeholders of a card list in the grid of the list. `count` should fill the first screen, so that the layout does not shift. */
export const SkeletonCards = ({ count, className, cardClassName }: { count: number; className?: string; cardClassName?: string }) => (
  <SkeletonGroup className={className}>
    {Array.from({ length: count }, (_, place) => place).map((place) => (
      <SkeletonCard key={place} className={cardClassName} />
    ))}
  </SkeletonGroup>
);

/** Placeholder of equal blocks, such as the rows of a list. */
export const SkeletonBlocks = ({ count, className, blockClassName }: { count: number; className: string; blockClassName: string }) => (
  <SkeletonGroup className={className}>
    {Array.from({ length: count }, (_, place) => (
      <Skeleton key={place} className={blockClassName} />
    ))}
  </SkeletonGroup>
);

/** Group of placeholders that announces the loading once. */
export function SkeletonGroup({ label, className, children }: { label?: string; className?: string; children: ReactNode }) {
  const { loading } = useUiTexts();
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label ?? loading}</span>
      {children}
    </div>
  );
}

/** Placeholder of a loading page. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto w-full max-w-[1440px] space-y-6 p-6">
      <Skeleton className="h-10 w-2/3 max-w-lg" />
      <Skeleton className="h-5 w-1/2 max-w-sm" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
