import { Store, useSelector } from '@tanstack/react-store';
import type { ReportableType } from '@waystory/proto/operations/report.ts';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../identity/sign-in-gate.ts';

/** An item that can be reported to the moderators. */
export interface Reportable {
  reportableType: ReportableType;
  reportableId: string;
}

const reportable = new Store<Reportable | null>(null);

/** Opens the single report dialog of the page; null closes it. */
export const setReportable = (next: Reportable | null): void => reportable.setState(() => next);

/** Item of the open report dialog. */
export const useReportable = (): Reportable | null => useSelector(reportable);

/** Opens the report dialog; a visitor signs in first and finds it open afterwards. */
export function useReport(): (thing: Reportable) => void {
  const { t } = useTranslation('social');
  const gate = useSignInGate();
  return (thing) =>
    gate({ title: t('report.signInTitle'), description: t('report.signInText'), intent: { kind: 'report', ...thing } }, () => setReportable(thing));
}
