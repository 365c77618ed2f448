import { useSelector } from '@tanstack/react-store';
import { cn } from '@waystory/ui/class-names.ts';
import { useTranslation } from 'react-i18next';
import type { ListSession } from './list-session.ts';

const calm = ['saved', 'waiting', 'saving'];

/** Whether everything that was written is on the server; changes are read out. */
export function ListStatus({ session }: { session: ListSession }) {
  const { t } = useTranslation('lists');
  const { phase } = useSelector(session.overall);
  return (
    <p role="status" data-phase={phase} className={cn('font-semibold text-small', calm.includes(phase) ? 'text-muted' : 'text-warning')}>
      {t(`saving.${phase}`)}
    </p>
  );
}
