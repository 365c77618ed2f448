import { cn } from './class-names.ts';

/** Logo: a route in the form of a W that ends in a map point. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden="true" className={cn('size-9 shrink-0', className)}>
      <rect width="40" height="40" rx="13" fill="var(--accent)" />
      <path
        d="M8.5 14.5c1.2 7 2.7 12.5 5.2 12.5 3 0 3.5-9.5 6.3-9.5s3.3 9.5 6.3 9.5c2.3 0 3.7-3.5 4.5-8"
        stroke="var(--accent-ink)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="31.2" cy="12" r="3" fill="var(--accent-ink)" />
    </svg>
  );
}

/** Logo with the name of the product, which is not translated. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-[1.1875rem] font-extrabold tracking-[-0.04em]">Waystory</span>
    </span>
  );
}
