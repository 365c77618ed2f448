import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './class-names.ts';

export interface CheckboxProps extends ComponentProps<typeof Radix.Root> {
  label: ReactNode;
  description?: ReactNode;
}

export function Checkbox({ label, description, className, id: given, ...rest }: CheckboxProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className={cn('flex min-h-6 items-start gap-3 coarse:min-h-11', className)}>
      <Radix.Root
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className="group hit-area mt-px grid size-5.5 shrink-0 place-items-center rounded-[0.4375rem] border border-line-strong bg-surface text-teal-ink transition-colors duration-fast hover:border-ink/60 disabled:opacity-55 data-[state=unchecked]:text-transparent data-[state=checked]:border-teal data-[state=indeterminate]:border-teal data-[state=checked]:bg-teal data-[state=indeterminate]:bg-teal"
        {...rest}
      >
        <Radix.Indicator>
          <Check aria-hidden="true" strokeWidth={3.2} className="size-3.5 group-data-[state=indeterminate]:hidden" />
          <Minus aria-hidden="true" strokeWidth={3.2} className="hidden size-3.5 group-data-[state=indeterminate]:block" />
        </Radix.Indicator>
      </Radix.Root>
      <ChoiceLabel id={id} label={label} description={description} />
    </div>
  );
}

/** Label and explanation of a checkbox. */
function ChoiceLabel({ id, label, description }: { id: string; label: ReactNode; description?: ReactNode }) {
  return (
    <span className="min-w-0 flex-1">
      <label htmlFor={id} className="block text-[0.9375rem] font-semibold text-ink">
        {label}
      </label>
      {description && (
        <span id={`${id}-description`} className="mt-0.5 block text-small text-muted">
          {description}
        </span>
      )}
    </span>
  );
}
