import { Link } from '@tanstack/react-router';
import { LinkButton } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export function NotFoundPage() {
  const { t } = useTranslation('pages');
  useDocumentTitle(t('notFound.title'));
  return (
    <div className="grid min-h-[70dvh] place-content-center p-6">
      <EmptyState
        headingLevel={1}
        icon={<MapPinOff />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <LinkButton asChild>
            <Link to="/">{t('toMap')}</Link>
          </LinkButton>
        }
      />
    </div>
  );
}
