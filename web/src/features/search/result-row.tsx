import type { ReactNode } from 'react';

interface ResultRowProps {
  picture: ReactNode;
  title: ReactNode;
  /** One line under the title. */
  facts: string;
  /** Why it was found, where the title does not say it. */
  excerpt?: ReactNode;
}

/** Content of a result; the link around it is a `group`. */
export const ResultRow = ({ picture, title, facts, excerpt }: ResultRowProps) => (
  <>
    {picture}
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 font-semibold leading-snug group-hover:text-accent-text">{title}</span>
      <span className="mt-0.5 block truncate text-muted text-small">{facts}</span>
      {excerpt && <span className="mt-1.5 line-clamp-2 text-[0.9375rem] text-muted">{excerpt}</span>}
    </span>
  </>
);

/** Of the link around a result; `data-result` lets the arrow keys find it. */
export const resultLink = 'group flex items-start gap-4 rounded-card p-3 transition-colors duration-fast hover:bg-sunken sm:-mx-3';
