import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@waystory/ui/dropdown-menu.tsx';
import { Ellipsis, Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Reportable, useReport } from './report.ts';

/** Rare actions on another person's story, stop or profile. */
export function ReportDropdown(thing: Reportable) {
  const { t } = useTranslation('social');
  const report = useReport();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="icon-sm" aria-label={t('menu')}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => report(thing)}>
          <Flag aria-hidden="true" />
          {t('report.action')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
