import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import type { ReactNode } from 'react';

export interface ProseSection {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

/** Text page: a title, an introduction, and sections with a table of contents. */
export function ProsePage({
  title,
  intro,
  sections,
  children,
}: {
  title: string;
  intro: string;
  sections: readonly ProseSection[];
  children?: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-10 px-6 py-10 md:grid-cols-[14rem_1fr] md:py-16">
      <header className="md:col-span-2">
        <h1 className="text-title">{title}</h1>
        <div aria-hidden="true" className="route-line-x mt-4 w-24" />
        <p className="mt-4 max-w-prose text-body text-muted">{intro}</p>
      </header>
      <nav aria-label={title} className="md:sticky md:top-24 md:self-start">
        <ul className="flex flex-wrap gap-x-4 gap-y-2 text-small md:flex-col">
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`} className="rounded text-muted hover:text-ink hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-prose space-y-10">
        {sections.map(({ id, title: name, paragraphs }) => (
          <section key={id} id={id} className="scroll-mt-24">
            <h2 className="text-heading">{name}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-3 text-body text-muted">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
        {children}
      </div>
    </div>
  );
}
