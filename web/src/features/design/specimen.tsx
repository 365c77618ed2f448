import type { ReactNode } from 'react';

/** One group of components under its name. */
export function Specimens({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-6 py-10">
      <header className="flex flex-col gap-2">
        <h2 className="text-title">{title}</h2>
        <span aria-hidden="true" className="route-line-x w-24" />
        {text && <p className="max-w-prose text-muted">{text}</p>}
      </header>
      {children}
    </section>
  );
}

/** A component in one state, or a row of components. */
export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-small font-semibold text-muted">{name}</h3>
      <div className={wide ? 'min-w-0' : 'flex flex-wrap items-center gap-3'}>{children}</div>
    </div>
  );
}
