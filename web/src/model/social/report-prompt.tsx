import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { setReportable, useReportable } from './report.ts';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog, 'nothing');

/** The single report dialog of the page. */
export function ReportPrompt() {
  const thing = useReportable();
  // Kept during the closing animation; also keeps the typed text for a reopening.
  const [latest, setLatest] = useState(thing);
  if (thing && thing !== latest) setLatest(thing);
  if (!latest) return null;
  return (
    <Suspense>
      <ReportDialog
        key={`${latest.reportableType}.${latest.reportableId}`}
        open={thing !== null}
        onOpenChange={(open) => !open && setReportable(null)}
        {...latest}
      />
    </Suspense>
  );
}
