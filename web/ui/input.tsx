import type { ComponentProps, ReactNode } from 'react';
import { cn } from './class-names.ts';
import { controlStyles, useFieldControl } from './field-control.ts';

export interface InputProps extends ComponentProps<'input'> {
  /** Content inside the frame, before and after the input. */
  leading?: ReactNode;
  trailing?: ReactNode;
}

const adornment = 'pointer-events-none absolute inset-y-0 grid w-11 place-items-center text-muted [&_svg]:size-[1.125rem]';

export function Input({ leading, trailing, className, type = 'text', ...rest }: InputProps) {
  const control = useFieldControl(rest);
  return (
    <span className="relative block w-full">
      {leading && <span className={cn(adornment, 'left-0')}>{leading}</span>}
      <input
        type={type}
        className={cn(controlStyles, 'h-12 placeholder-shown:text-ellipsis', leading && 'pl-11', trailing && 'pr-11', className)}
        {...rest}
        {...control}
      />
      {trailing && <span className={cn(adornment, 'pointer-events-auto right-0')}>{trailing}</span>}
    </span>
  );
}
