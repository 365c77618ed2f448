import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { setReportable, useReportable } from './report.ts';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog, 'nothing');

/** Holds the one report dialog of the page. */
export function ReportPrompt() {
  const thing = useReportable();
  // Stays while the dialog closes, and keeps what was typed for whoever opens it again.
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
