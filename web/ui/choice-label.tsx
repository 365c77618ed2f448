import type { ReactNode } from 'react';

/** Label and explanation of a checkbox or switch. */
export function ChoiceLabel({ id, label, description }: { id: string; label: ReactNode; description?: ReactNode }) {
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
