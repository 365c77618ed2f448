import { Switch as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { ChoiceLabel } from './checkbox.tsx';
import { cn } from './class-names.ts';

export interface SwitchProps extends ComponentProps<typeof Radix.Root> {
  label: ReactNode;
  description?: ReactNode;
}

/** Takes effect at once; for submitted values there is Checkbox. */
export function Switch({ label, description, className, id: given, ...rest }: SwitchProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className={cn('flex min-h-11 items-center gap-4', className)}>
      <ChoiceLabel id={id} label={label} description={description} />
      <Radix.Root
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="hit-area inline-flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-line-strong bg-surface px-[3px] transition-colors duration-base disabled:opacity-55 data-[state=checked]:border-teal data-[state=checked]:bg-teal"
        {...rest}
      >
        <Radix.Thumb className="block size-4.5 rounded-full bg-line-strong transition-[transform,background-color] duration-base ease-out data-[state=checked]:translate-x-5 data-[state=checked]:bg-teal-ink" />
      </Radix.Root>
    </div>
  );
}
