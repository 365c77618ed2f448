import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@waystory/ui/dropdown-menu.tsx';
import { Ellipsis, Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Reportable, useReport } from './report.ts';

/** Rare actions on another person's story, stop or profile. */
export function ReportDropdown(thing: Reportable) {
  const { t } = useTranslation('social');
  const report = useReport();
  return (
    <DropdownMenu trigger={<Button icon={<Ellipsis />} variant="secondary" size="icon-sm" aria-label={t('menu')} />}>
      <DropdownMenuItem icon={<Flag />} onSelect={() => report(thing)}>
        {t('report.action')}
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
