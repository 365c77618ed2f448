import { Link } from '@tanstack/react-router';
import { serverNow } from '@waystory/client/environment.ts';
import { binEnd } from '@waystory/proto/itineraries/bin.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { toast } from '@waystory/ui/toaster.tsx';
import { Globe, HardDrive, Link as LinkIcon, Lock, Map as MapIcon, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relativeDay } from '../../lib/relative-day.ts';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { coverOf } from '../../model/photo/photo.ts';
import { ItineraryMenu } from './itinerary-menu.tsx';
import { isDraft } from './listing.ts';
import { deleteItinerary, unbinItinerary } from './my-itineraries.query.ts';

const icons = { PRIVATE: Lock, UNLISTED: LinkIcon, PUBLIC: Globe } as const;

interface OwnItineraryCardProps {
  itinerary: ItineraryView;
  /** This browser holds unsaved text of the itinerary. */
  isUnsaved: boolean;
}

/** Card of an itinerary of the user. The whole card is a link to the editor; a menu has the other actions. */
export function OwnItineraryCard({ itinerary, isUnsaved }: OwnItineraryCardProps) {
  const { t, i18n } = useTranslation('my-itineraries');
  const { id, title, visibility, daysCount, stopsCount, updatedAt } = itinerary;
  const Icon = icons[visibility];
  return (
    <Card asChild padding="none" interactive>
      <article className="relative flex flex-col">
        <Cover itinerary={itinerary} />
        <div className="absolute inset-x-3 top-3 z-1 flex flex-wrap gap-2">
          <Badge tone="photo">
            <Icon aria-hidden="true" />
            {t(`visibility.${visibility}`)}
          </Badge>
          {isDraft(itinerary) && <Badge tone="warning">{t('draft')}</Badge>}
          {isUnsaved && <Badge tone="accent">{t('unsaved')}</Badge>}
        </div>
        <div className="flex flex-1 items-start gap-2 p-4">
          <div className="min-w-0 flex-1">
            <h2 className="line-clamp-2 text-subheading">
              <Link to="/itineraries/$id/edit" params={{ id }} className="rounded after:absolute after:inset-0 after:rounded-card">
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-small text-muted tabular-nums">
              {[t('days', { count: daysCount }), t('stops', { count: stopsCount })].join(' · ')}
            </p>
            <p className="mt-1 text-small text-muted">
              {t('updated', { when: relativeDay(updatedAt, new Date(serverNow()).toISOString(), i18n.language) })}
            </p>
          </div>
          <div className="relative z-strip -mr-2">
            <ItineraryMenu itinerary={itinerary} />
          </div>
        </div>
      </article>
    </Card>
  );
}

function Cover({ itinerary }: { itinerary: ItineraryView }) {
  const photo = coverOf(itinerary, 'card');
  if (photo) return <Image {...photo} illustration={false} underLink alt="" ratio="3 / 2" />;
  return (
    <div className="grid aspect-3/2 place-items-center bg-teal-soft text-teal-text">
      <MapIcon aria-hidden="true" className="size-12 opacity-70" strokeWidth={1.3} />
    </div>
  );
}

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

/** A story that was begun in this browser and is not on the server yet. */
export function UnsentStoryCard({ title, onDiscard }: { title: string; onDiscard: () => void }) {
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
