import type { VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { buttonStyles } from './button.tsx';
import { cn } from './class-names.ts';

export interface LinkButtonProps extends ComponentProps<'a'>, VariantProps<typeof buttonStyles> {
  icon?: ReactNode;
  /** Styles the router's own link, its only child. */
  asChild?: boolean;
}

/** A link styled as a button. `asChild` wraps a router link. */
export function LinkButton({ variant, size, full, icon, asChild = false, className, children, ...rest }: LinkButtonProps) {
  const Root = asChild ? Slot.Root : 'a';
  return (
    <Root className={cn(buttonStyles({ variant, size, full }), className)} {...rest}>
      {icon}
      {asChild ? <Slot.Slottable>{children}</Slot.Slottable> : children}
    </Root>
  );
}
