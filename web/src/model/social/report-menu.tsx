import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense } from 'react';
import type { Reportable } from './report.ts';

// Lazy, because menus weigh as much as the page and readers rarely need them.
const ReportDropdown = lazyPart(async () => (await import('./report-dropdown.tsx')).ReportDropdown, 'nothing');

/** Menu for another person's item; its space is reserved while loading. */
export const ReportMenu = (thing: Reportable) => (
  <Suspense fallback={<span className="inline-block size-9 coarse:size-11" />}>
    <ReportDropdown {...thing} />
  </Suspense>
);
