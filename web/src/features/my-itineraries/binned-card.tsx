import { serverNow } from '@waystory/client/environment.ts';
import { binEnd } from '@waystory/proto/itineraries/bin.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { toast } from '@waystory/ui/toaster.tsx';
import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relativeDay } from '../../lib/relative-day.ts';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { deleteItinerary, unbinItinerary } from './my-itineraries.query.ts';

/** Card of an itinerary in the bin, with restore and permanent delete. */
export function BinnedCard({ itinerary }: { itinerary: ItineraryView }) {
  const { t, i18n } = useTranslation('my-itineraries');
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const { title, daysCount, stopsCount, binnedAt } = itinerary;
  const attempt = async (run: () => Promise<void>, failure: string): Promise<void> => {
    setBusy(true);
    await run().catch(() => toast.error(failure));
    setBusy(false);
  };
  const restore = async (): Promise<void> => {
    await unbinItinerary(itinerary);
    toast.success(t('bin.restored', { title }));
  };
  const erase = async (): Promise<void> => {
    const question = { title: t('bin.eraseTitle', { title }), text: t('bin.eraseText'), confirmLabel: t('bin.erase'), danger: true };
    if (await confirm(question)) await attempt(() => deleteItinerary(itinerary), t('deleteFailed', { title }));
  };
  return (
    <Card className="flex flex-col border-line-strong/60 border-dashed">
      {binnedAt && (
        <Badge tone="warning" className="self-start">
          <Trash2 aria-hidden="true" />
          {t('bin.until', { when: relativeDay(new Date(binEnd(binnedAt)).toISOString(), new Date(serverNow()).toISOString(), i18n.language) })}
        </Badge>
      )}
      <h2 className="mt-4 line-clamp-2 text-subheading">{title}</h2>
      <p className="mt-1 mb-6 text-small text-muted tabular-nums">
        {[t('days', { count: daysCount }), t('stops', { count: stopsCount })].join(' · ')}
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          loading={isBusy}
          icon={<Undo2 aria-hidden="true" />}
          aria-label={t('bin.restoreNamed', { title })}
          onClick={() => void attempt(restore, t('bin.restoreFailed', { title }))}
        >
          {t('bin.restore')}
        </Button>
        <Button size="sm" variant="quiet" disabled={isBusy} aria-label={t('bin.eraseNamed', { title })} onClick={() => void erase()}>
          {t('bin.erase')}
        </Button>
      </div>
    </Card>
  );
}
