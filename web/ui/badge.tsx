import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './class-names.ts';

const badgeStyles = cva(
  'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-0.5 text-caption font-semibold tabular-nums [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink',
        outline: 'border border-line-strong/60 text-muted',
        accent: 'bg-accent-soft text-accent-text',
        teal: 'bg-teal-soft text-teal-text',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        danger: 'bg-danger-soft text-danger',
        photo: 'bg-[#0e1626]/80 text-white backdrop-blur-sm',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeStyles>;

export const Badge = ({ tone, className, ...rest }: BadgeProps) => <span className={cn(badgeStyles({ tone }), className)} {...rest} />;
