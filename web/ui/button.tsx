import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

/** Styles of a button, also for links (`LinkButton`). */
const buttonStyles = cva(
  [
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-full font-semibold',
    'transition-[background-color,border-color,color,box-shadow,transform] duration-fast ease-out active:scale-[0.975]',
    'disabled:pointer-events-none disabled:opacity-55 aria-busy:cursor-progress aria-busy:active:scale-100',
    '[&_svg]:shrink-0 coarse:min-h-11',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-ink shadow-lift hover:bg-accent-strong',
        secondary: 'border border-line-strong/55 bg-surface text-ink hover:border-line-strong hover:bg-sunken',
        quiet: 'text-ink hover:bg-ink/8',
        danger: 'bg-danger-soft text-danger hover:bg-danger hover:text-danger-ink',
        floating: 'glass text-ink shadow-float hover:bg-raised',
      },
      size: {
        sm: 'h-9 px-3.5 text-small [&_svg]:size-4',
        md: 'h-11 px-5 text-[0.9375rem] [&_svg]:size-[1.125rem]',
        lg: 'h-13 px-7 text-body [&_svg]:size-5',
        icon: 'size-11 [&_svg]:size-5 coarse:min-w-11',
        'icon-sm': 'size-9 [&_svg]:size-[1.125rem] coarse:min-w-11',
        'icon-lg': 'size-14 [&_svg]:size-6',
      },
      full: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'primary', size: 'md', full: false },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** Icon before the text, replaced by the spinner during an operation. */
  icon?: ReactNode;
  /** True during an operation: the button stays focusable and is announced as busy, but ignores clicks. */
  loading?: boolean;
  /** Styles its only child instead of rendering a button. */
  asChild?: boolean;
}

/** `type` is `button` by default, so that no form is submitted by accident. */
export function Button({ variant, size, full, icon, loading = false, asChild = false, className, children, onClick, ...rest }: ButtonProps) {
  const styles = cn(buttonStyles({ variant, size, full }), className);
  if (asChild) {
    return (
      <Slot.Root className={styles} onClick={onClick} aria-busy={loading || undefined} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button type="button" className={styles} aria-busy={loading || undefined} aria-disabled={loading || undefined} onClick={press} {...rest}>
      {loading ? <Spinner size="sm" label={null} /> : icon}
      {children}
    </button>
  );
}

interface LinkButtonProps extends ComponentProps<'a'>, VariantProps<typeof buttonStyles> {
  icon?: ReactNode;
  /** Applies the styles to the only child, a link of the router. */
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

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'size' | 'full' | 'asChild' | 'children'> {
  /** Accessible name, also shown as a tooltip. */
  label: string;
  size?: 'sm' | 'md' | 'lg';
  side?: TooltipProps['side'];
  icon: ReactNode;
}

const sizes = { sm: 'icon-sm', md: 'icon', lg: 'icon-lg' } as const;

/** Button that shows only an icon, with an accessible name and a tooltip. */
export const IconButton = ({ label, size = 'md', side, variant = 'quiet', ...rest }: IconButtonProps) => (
  <Tooltip label={label} side={side}>
    <Button aria-label={label} size={sizes[size]} variant={variant} {...rest} />
  </Tooltip>
);
