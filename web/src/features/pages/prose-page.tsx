import { useConfig } from '@waystory/client/config-context.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { useTranslation } from 'react-i18next';

interface ProseSection {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

export const TermsPage = () => <ProsePage page="terms" />;
export const PrivacyPage = () => <ProsePage page="privacy" beforeRights={useOpenServices()} />;

/** Text page: a title, an introduction, and sections with a table of contents. The sections `beforeRights` come before the section `rights`. */
export function ProsePage({ page, beforeRights = [] }: { page: 'help' | 'terms' | 'privacy'; beforeRights?: readonly ProseSection[] }) {
  const { t } = useTranslation('pages');
  const { contactEmail } = useConfig();
  // The texts of a page are one list, so that a section is added in the language files alone.
  const written = t(`${page}.sections`, { returnObjects: true, contactEmail }) as ProseSection[];
  const rights = written.findIndex(({ id }) => id === 'rights');
  const sections = rights < 0 ? written : written.toSpliced(rights, 0, ...beforeRights);
  const title = t(`${page}.title`);
  useDocumentTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-10 px-6 py-10 md:grid-cols-[14rem_1fr] md:py-16">
      <header className="md:col-span-2">
        <h1 className="text-title">{title}</h1>
        <div aria-hidden="true" className="route-line-x mt-4 w-24" />
        <p className="mt-4 max-w-prose text-body text-muted">{t(`${page}.intro`)}</p>
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
      </div>
    </div>
  );
}

/** Section about the open services of the operator and the data that they receive; empty without such services. */
function useOpenServices(): ProseSection[] {
  const { t, i18n } = useTranslation('pages');
  const { openServices, pictureHosts } = useConfig();
  if (openServices.length === 0) return [];
  const names = openServices.map(({ thing, host }) => t(`privacy.open.${thing}`, { host }));
  const list = new Intl.ListFormat(i18n.language);
  return [
    {
      id: 'open',
      title: t('privacy.open.title'),
      paragraphs: [t('privacy.open.text', { services: list.format(names), hosts: list.format(pictureHosts) })],
    },
  ];
}
