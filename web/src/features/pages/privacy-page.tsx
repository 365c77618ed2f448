import { useConfig } from '@waystory/client/config-context.tsx';
import { useTranslation } from 'react-i18next';
import { ProsePage, type ProseSection } from './prose-page.tsx';

export function PrivacyPage() {
  const { t } = useTranslation('pages');
  const { contactEmail } = useConfig();
  const open = useOpenServices();
  // The texts of this page are one list, so that a section is added in the language files alone.
  const sections = t('privacy.sections', { returnObjects: true, contactEmail }) as ProseSection[];
  const rights = sections.findIndex(({ id }) => id === 'rights');
  return <ProsePage title={t('privacy.title')} intro={t('privacy.intro')} sections={sections.toSpliced(rights, 0, ...open)} />;
}

/** Open services of the operator and the data they receive; empty without any. */
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
