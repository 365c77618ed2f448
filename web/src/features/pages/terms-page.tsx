import { useConfig } from '@waystory/client/config-context.tsx';
import { useTranslation } from 'react-i18next';
import { ProsePage, type ProseSection } from './prose-page.tsx';

export function TermsPage() {
  const { t } = useTranslation('pages');
  const { contactEmail } = useConfig();
  // The texts of this page are one list, so that a section is added in the language files alone.
  const sections = t('terms.sections', { returnObjects: true, contactEmail }) as ProseSection[];
  return <ProsePage title={t('terms.title')} intro={t('terms.intro')} sections={sections} />;
}
