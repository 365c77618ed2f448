import { useTranslation } from 'react-i18next';
import { DayHeading } from './day-heading.tsx';
import type { Row } from './rows.ts';
import { StopRow } from './stop-row.tsx';

/** One row of a story, whatever it is. */
export function StoryRow({ row, compact }: { row: Row; compact: boolean }) {
  switch (row.kind) {
    case 'day':
      return <DayHeading chapter={row.chapter} />;
    case 'stop':
      return <StopRow row={row} compact={compact} />;
    case 'blank':
      return <BlankDay />;
  }
}

function BlankDay() {
  const { t } = useTranslation('story');
  return <p className="rounded-card border border-line-strong/50 border-dashed px-5 py-6 text-center text-muted">{t('blankDay')}</p>;
}
