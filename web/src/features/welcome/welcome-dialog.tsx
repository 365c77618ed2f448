import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '@waystory/client/api.ts';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Compass, type LucideIcon, PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '../../model/queries/keys.ts';
import { rememberVisit } from './visit.ts';

/** spec 2.9: welcome dialog for first-time visitors. */
export function WelcomeDialog() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState(true);
  const close = (): void => {
    rememberVisit();
    setOpen(false);
  };
  const explore = async (): Promise<void> => {
    close();
    const first = queries.fetchQuery({
      queryKey: keys.itineraryLists.newest,
      queryFn: () => api.listItineraryProjections({ query: { limit: 1 } }),
    });
    const startId = await first.then(
      ({ items }) => items[0]?.id,
      () => undefined,
    );
    // Without a first tour the map opens instead; it explains the failure and offers a retry.
    await navigate(startId ? { to: '/itineraries/reels/$startId', params: { startId } } : { to: '/' });
  };
  const create = (): void => {
    close();
    void navigate({ to: '/itineraries/create' });
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={t('common.welcome.title')} description={t('common.welcome.text')}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice icon={Compass} title={t('common.welcome.explore')} text={t('common.welcome.exploreText')} onClick={() => void explore()} />
        <Choice icon={PenLine} title={t('common.welcome.create')} text={t('common.welcome.createText')} onClick={create} />
      </div>
    </Dialog>
  );
}

function Choice({ icon: Icon, title, text, onClick }: { icon: LucideIcon; title: string; text: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-2xl border border-line bg-surface p-5 text-left transition hover:border-accent hover:shadow-float"
    >
      <Icon aria-hidden="true" className="size-7 text-accent" />
      <span className="mt-3 block text-subheading">{title}</span>
      <span className="mt-1 block text-muted text-sm">{text}</span>
    </button>
  );
}
