import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'size' | 'full' | 'icon' | 'asChild' | 'children'> {
  /** Accessible name, also shown as a tooltip. */
  label: string;
  size?: 'sm' | 'md' | 'lg';
  side?: TooltipProps['side'];
  /** The icon. */
  children: ReactNode;
}

const sizes = { sm: 'icon-sm', md: 'icon', lg: 'icon-lg' } as const;

/** A button with an icon and an accessible name. */
export function IconButton({ label, size = 'md', side, variant = 'quiet', children, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} side={side}>
      <Button aria-label={label} size={sizes[size]} variant={variant} {...rest}>
        {children}
      </Button>
    </Tooltip>
  );
}
