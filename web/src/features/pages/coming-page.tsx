import { Link, useParams } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** A feature that is announced: says what it will be and leads on to what is there. */
function ComingPage({ feature, icon, children }: { feature: 'reels'; icon: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('pages');
  useDocumentTitle(t(`coming.${feature}.title`));
  return (
    <div className="grid min-h-[70dvh] place-content-center p-6">
      <EmptyState
        headingLevel={1}
        icon={icon}
        title={t(`coming.${feature}.title`)}
        text={t(`coming.${feature}.text`)}
        action={<div className="flex flex-wrap justify-center gap-3">{children}</div>}
      />
    </div>
  );
}

function ToMap() {
  const { t } = useTranslation('pages');
  return (
    <LinkButton asChild variant="secondary">
      <Link to="/">{t('toMap')}</Link>
    </LinkButton>
  );
}

export function ReelsComingPage() {
  const { t } = useTranslation('pages');
  const { startId } = useParams({ from: '/itineraries/reels/$startId' });
  return (
    <ComingPage feature="reels" icon={<Clapperboard />}>
      <LinkButton asChild>
        <Link to="/itineraries/$id" params={{ id: startId }}>
          {t('coming.reels.open')}
        </Link>
      </LinkButton>
      <ToMap />
    </ComingPage>
  );
}
