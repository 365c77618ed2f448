import { cn } from './class-names.ts';
import { useUiTexts } from './ui-texts.tsx';

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-10' } as const;

export interface SpinnerProps {
  size?: keyof typeof sizes;
  /** Accessible name; null when a visible text already announces the loading. */
  label?: string | null;
  className?: string;
}

/** A dot that moves along a dotted route. */
export function Spinner({ size = 'md', label, className }: SpinnerProps) {
  const { loading } = useUiTexts();
  const text = label === undefined ? loading : label;
  return (
    <span role={text === null ? undefined : 'status'} className={cn('inline-grid shrink-0 place-items-center', sizes[size], className)}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="size-full animate-travel">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeDasharray="0.1 5.555" opacity="0.45" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        <circle cx="21" cy="12" r="2.6" fill="currentColor" />
      </svg>
      {text !== null && <span className="sr-only">{text}</span>}
    </span>
  );
}
