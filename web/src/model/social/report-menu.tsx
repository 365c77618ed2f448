import type { ReportableType } from '@waystory/proto/operations/report.ts';
import { Button } from '@waystory/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@waystory/ui/dropdown-menu.tsx';
import { Ellipsis, Flag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../identity/sign-in-gate.ts';
import { ReportDialog } from './report-dialog.tsx';

/** What is seldom done with somebody else's story, stop or profile. */
export function ReportMenu({ reportableType, reportableId }: { reportableType: ReportableType; reportableId: string }) {
  const { t } = useTranslation('social');
  const gate = useSignInGate();
  const [isReporting, setReporting] = useState(false);
  const report = (): void => gate({ title: t('report.signInTitle'), description: t('report.signInText') }, () => setReporting(true));
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary" size="icon-sm" aria-label={t('menu')}>
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={report}>
            <Flag aria-hidden="true" />
            {t('report.action')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ReportDialog open={isReporting} onOpenChange={setReporting} reportableType={reportableType} reportableId={reportableId} />
    </>
  );
}
