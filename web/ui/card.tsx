import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

const cardStyles = cva('rounded-card text-ink', {
  variants: {
    tone: {
      plain: 'border border-line bg-surface shadow-lift',
      sunken: 'bg-sunken',
      floating: 'glass shadow-float',
    },
    padding: { none: 'overflow-hidden', md: 'p-5', lg: 'p-6 sm:p-8' },
    interactive: {
      true: 'group block transition-[box-shadow,transform,border-color] duration-base ease-out hover:-translate-y-0.5 hover:border-line-strong/60 hover:shadow-float motion-reduce:hover:translate-y-0',
      false: '',
    },
  },
  defaultVariants: { tone: 'plain', padding: 'md', interactive: false },
});

export interface CardProps extends ComponentProps<'div'>, VariantProps<typeof cardStyles> {
  /** Applies the styles to the only child, such as a link, button or list item. */
  asChild?: boolean;
}

/** Surface for related content. `interactive` is for a card that is a link or button as a whole. */
export function Card({ tone, padding, interactive, asChild = false, className, ...rest }: CardProps) {
  const Root = asChild ? Slot.Root : 'div';
  return <Root className={cn(cardStyles({ tone, padding, interactive }), className)} {...rest} />;
}
