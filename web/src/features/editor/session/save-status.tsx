import { cn } from '@waystory/ui/class-names.ts';
import { Spinner } from '@waystory/ui/spinner.tsx';
import { Check, CircleAlert, CloudOff, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import type { OverallSaveState } from '../../../model/editing/overall.ts';
import { useOverallSaveState } from '../../../model/editing/use-session.ts';

const looks = {
  saved: { icon: <Check aria-hidden="true" />, styles: 'text-success' },
  waiting: { icon: <PenLine aria-hidden="true" />, styles: 'text-muted' },
  saving: { icon: <Spinner size="sm" label={null} />, styles: 'text-muted' },
  retrying: { icon: <CloudOff aria-hidden="true" />, styles: 'text-warning' },
  wrong: { icon: <CircleAlert aria-hidden="true" />, styles: 'text-danger' },
  'signed-out': { icon: <CloudOff aria-hidden="true" />, styles: 'text-warning' },
  conflict: { icon: <CircleAlert aria-hidden="true" />, styles: 'text-danger' },
  refused: { icon: <CircleAlert aria-hidden="true" />, styles: 'text-danger' },
} as const satisfies Record<OverallSaveState['phase'], unknown>;

/** Save state of the session, announced by a live region. */
export function SaveStatus({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const { phase } = useOverallSaveState(session);
  const { icon, styles } = looks[phase];
  return (
    <p role="status" data-phase={phase} className={cn('flex items-center gap-1.5 text-small font-semibold [&_svg]:size-4 [&_svg]:shrink-0', styles)}>
      {icon}
      {t(`saving.${phase}`)}
    </p>
  );
}
