import { Card } from '@waystory/ui/card.tsx';
import { type ReactNode, useId } from 'react';

/** A part of the form under its own heading. */
export function FormSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card asChild className="flex flex-col gap-5 sm:p-6">
      <section aria-labelledby={id}>
        <header>
          <h2 id={id} className="text-subheading">
            {title}
          </h2>
          {text && <p className="mt-0.5 text-small text-muted">{text}</p>}
        </header>
        {children}
      </section>
    </Card>
  );
}
