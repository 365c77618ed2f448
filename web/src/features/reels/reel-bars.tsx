import { cn } from '@waystory/ui/class-names.ts';
import type { Scene } from './scenes.ts';

export interface ReelBarsProps {
  scenes: readonly Scene[];
  current: number;
  /** The bar of the present scene fills by itself, and leads on when it is full. */
  runs: boolean;
  onFull: () => void;
}

/** A bar for every scene of the story: full, filling, or still to come. */
export function ReelBars({ scenes, current, runs, onFull }: ReelBarsProps) {
  if (scenes.length < 2 && !runs) return <div className="h-1" />;
  return (
    <div aria-hidden="true" className="flex h-1 gap-1" data-scene={current}>
      {scenes.map(({ key }, index) => (
        <span key={key} className="flex-1 overflow-hidden rounded-full bg-white/35">
          {index <= current && (
            <span
              className={cn('block h-full rounded-full bg-white', index === current && runs && 'reel-fill')}
              onAnimationEnd={index === current ? onFull : undefined}
            />
          )}
        </span>
      ))}
    </div>
  );
}
