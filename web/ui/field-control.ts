import { createContext, use } from 'react';

/** Data of a field for its control. */
export interface FieldControl {
  id: string;
  /** Ids of hint and error in reading order. */
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

interface ControlAttributes {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/** Attributes of a control: its own first, then the field's. */
export function useFieldControl(attributes: ControlAttributes, alsoDescribedBy?: string) {
  const field = use(FieldContext);
  const described = [attributes['aria-describedby'], field?.describedBy, alsoDescribedBy].filter(Boolean).join(' ');
  return {
    id: attributes.id ?? field?.id,
    'aria-describedby': described || undefined,
    'aria-invalid': attributes['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': field?.required || undefined,
  };
}

/** Style of inputs and selects. The border has a contrast of 3:1 (WCAG 1.4.11). */
export const controlStyles = [
  'w-full rounded-control border border-line-strong bg-surface px-4 text-body text-ink placeholder:text-muted',
  'transition-[border-color,box-shadow] duration-fast hover:border-ink/60',
  'focus-visible:border-focus focus-visible:outline-none focus-visible:ring-3 focus-visible:ring-focus/30',
  'aria-invalid:border-danger aria-invalid:focus-visible:ring-danger/25',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
].join(' ');
