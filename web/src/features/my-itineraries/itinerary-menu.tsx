import { Link } from '@tanstack/react-router';
import { binDays } from '@waystory/proto/itineraries/bin.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { Button } from '@waystory/ui/button.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '@waystory/ui/dropdown-menu.tsx';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { toast } from '@waystory/ui/toaster.tsx';
import { EllipsisVertical, Eye, Pencil, Share2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { shareLink, shareMethodsOf } from '../../model/itinerary/share.ts';
import { undoTime } from '../../model/saving/deletions.ts';
import { isDraft } from './listing.ts';
import { binItinerary, changeVisibility, unbinItinerary } from './my-itineraries.query.ts';

/** Menu of an itinerary of the user: view, edit, share, visibility and bin. */
export function ItineraryMenu({ itinerary }: { itinerary: ItineraryView }) {
  const { t } = useTranslation('my-itineraries');
  const { id, title, visibility } = itinerary;
  const putAway = usePutAway(itinerary);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const share = async (): Promise<void> => {
    const result = await shareLink({ title, url: `${location.origin}/itineraries/${id}` }, shareMethodsOf(navigator, isCoarse));
    if (result === 'copied') toast.success(t('share.copied'), visibility === 'PRIVATE' ? { description: t('share.private') } : undefined);
    if (result === 'failed') toast.error(t('share.failed'));
  };
  return (
    <DropdownMenu
      trigger={<Button icon={<EllipsisVertical />} variant="quiet" size="icon-sm" aria-label={t('menu', { title })} className="text-muted" />}
    >
      <DropdownMenuItem asChild>
        <Link to="/itineraries/$id" params={{ id }}>
          <Eye aria-hidden="true" />
          {t('view')}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link to="/itineraries/$id/edit" params={{ id }}>
          <Pencil aria-hidden="true" />
          {t('edit')}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Share2 />} onSelect={() => void share()}>
        {t('share.action')}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <VisibilityItems itinerary={itinerary} />
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<Trash2 />} danger onSelect={() => void putAway()}>
        {t('delete')}
      </DropdownMenuItem>
    </DropdownMenu>
  );
}

/** Moves an itinerary to the bin. A public one needs a confirmation that names the consequences. */
function usePutAway(itinerary: ItineraryView): () => Promise<void> {
  const { t } = useTranslation('my-itineraries');
  const confirm = useConfirm();
  const { title, visibility, likeCount } = itinerary;
  const takeBack = (): void => void unbinItinerary(itinerary).catch(() => toast.error(t('bin.restoreFailed', { title })));
  return async () => {
    const question = {
      title: t('bin.askTitle', { title }),
      text: t('bin.askText', { count: likeCount, days: binDays }),
      confirmLabel: t('bin.ask'),
      danger: true,
    };
    if (visibility === 'PUBLIC' && !(await confirm(question))) return;
    try {
      await binItinerary(itinerary);
      toast(t('bin.done', { title, days: binDays }), {
        duration: undoTime,
        action: { label: t('common.undo', { ns: 'translation' }), onClick: takeBack },
      });
    } catch {
      toast.error(t('bin.failed', { title }));
    }
  };
}

const visibilities = ['PRIVATE', 'UNLISTED', 'PUBLIC'] as const satisfies readonly Itinerary['visibility'][];

function VisibilityItems({ itinerary }: { itinerary: ItineraryView }) {
  const { t } = useTranslation('my-itineraries');
  const { title, visibility } = itinerary;
  const choose = async (value: string): Promise<void> => {
    const chosen = visibilities.find((one) => one === value);
    if (!chosen || chosen === visibility) return;
    try {
      await changeVisibility(itinerary, chosen);
      toast.success(t(`changed.${chosen}`, { title }));
    } catch {
      toast.error(t('changeFailed', { title }));
    }
  };
  return (
    <>
      <DropdownMenuLabel>{t('who')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={visibility} onValueChange={(value) => void choose(value)}>
        {visibilities.map((value) => {
          const isLocked = value === 'PUBLIC' && isDraft(itinerary) && visibility !== 'PUBLIC';
          return (
            <DropdownMenuRadioItem key={value} value={value} disabled={isLocked} note={isLocked ? t('notReady') : undefined}>
              {t(`visibility.${value}`)}
            </DropdownMenuRadioItem>
          );
        })}
      </DropdownMenuRadioGroup>
    </>
  );
}
