import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Once around the app. Waits 700 ms, and 300 ms between neighbours (spec 9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

export interface TooltipProps {
  label: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The one element that it explains; must take a ref. */
  children: ReactNode;
}

export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={8}
          collisionPadding={8}
          className="z-tooltip flex max-w-64 items-center gap-2 rounded-[0.625rem] bg-ink px-3 py-1.5 text-caption font-semibold text-canvas shadow-float animate-fade-in"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
