import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

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
