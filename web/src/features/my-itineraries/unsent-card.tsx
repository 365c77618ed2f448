import { Link } from '@tanstack/react-router';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** A story that was begun in this browser and is not on the server yet. */
export function UnsentCard({ title, onDiscard }: { title: string; onDiscard: () => void }) {
  const { t } = useTranslation('my-itineraries');
  const confirm = useConfirm();
  const discard = async (): Promise<void> => {
    const request = { title: t('unsent.discardTitle'), text: t('unsent.discardText'), confirmLabel: t('unsent.discard'), danger: true };
    if (await confirm(request)) onDiscard();
  };
  return (
    <Card className="flex flex-col border-line-strong/60 border-dashed">
      <Badge tone="warning" className="self-start">
        <HardDrive aria-hidden="true" />
        {t('unsent.badge')}
      </Badge>
      <h2 className="mt-4 line-clamp-2 text-subheading">{title.trim() || t('unsent.untitled')}</h2>
      <p className="mt-1 mb-6 text-small text-muted">{t('unsent.text')}</p>
      <div className="mt-auto flex flex-wrap gap-2">
        <LinkButton asChild size="sm">
          <Link to="/itineraries/create/manual">{t('unsent.continue')}</Link>
        </LinkButton>
        <Button size="sm" variant="quiet" onClick={() => void discard()}>
          {t('unsent.discard')}
        </Button>
      </div>
    </Card>
  );
}
