import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense } from 'react';
import type { Reportable } from './report.ts';

// Menus weigh as much as the page, and nothing that is read needs them.
const ReportDropdown = lazyPart(async () => (await import('./report-dropdown.tsx')).ReportDropdown, 'nothing');

/** The menu for what somebody else made; it keeps its place until it is there. */
export const ReportMenu = (thing: Reportable) => (
  <Suspense fallback={<span className="inline-block size-9 coarse:size-11" />}>
    <ReportDropdown {...thing} />
  </Suspense>
);
