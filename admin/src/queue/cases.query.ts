import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import type { Report } from '@waystory/proto/operations/report.ts';
import { api } from '../data/product.ts';
import { reportReasons } from './acts.ts';

/** Polling interval of open cases, milliseconds. */
const lookAgainMs = 10_000;
/** Largest number of cases in the list. A decided case leaves the list, and the next open case enters it. */
const casesShown = 50;
const reportsShown = 20;
const historyShown = 100;

export type CaseOrder = 'most' | 'oldest';
const sorts: Readonly<Record<CaseOrder, string>> = { most: 'openReportsCount DESC,firstReportedAt ASC', oldest: 'firstReportedAt ASC' };

const openFor = (reason: Report['reason'] | null): string => JSON.stringify({ state: 'open', ...(reason && { openReasons: { has: reason } }) });

/** Open cases with their total. */
export const useOpenCases = (order: CaseOrder, reason: Report['reason'] | null) =>
  useQuery({
    queryKey: ['queue', 'open', order, reason],
    queryFn: () => api.listCases({ query: { filter: openFor(reason), sort: sorts[order], limit: casesShown } }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
    retry: 1,
  });

/** Number of open cases per reason. */
export function useOpenCaseCounts(): Readonly<Partial<Record<Report['reason'], number>>> {
  const answers = useQueries({
    queries: reportReasons.map((reason) => ({
      queryKey: ['queue', 'count', reason],
      queryFn: () => api.listCases({ query: { filter: openFor(reason), limit: 1 } }),
      refetchInterval: lookAgainMs * 3,
      retry: false,
    })),
  });
  return Object.fromEntries(reportReasons.map((reason, index) => [reason, answers[index]?.data?.total]));
}

export const caseKey = (id: string) => ['queue', 'case', id] as const;

/**
 * One case.
 * @param known placeholder from a list until the case is loaded
 */
export const useCase = (id: string, known: ReportedCase | undefined) =>
  useQuery({
    queryKey: caseKey(id),
    queryFn: () => api.getCase({ params: { id } }),
    ...(known && { placeholderData: known }),
    refetchInterval: lookAgainMs,
    retry: false,
  });

/** The newest 20 reports of a record: of all its reports, or of its open reports. */
export const useReports = ({ id, reportableId, openReportsCount }: ReportedCase, isOpen: boolean) =>
  useQuery({
    queryKey: ['queue', 'reports', id, isOpen, openReportsCount],
    queryFn: () =>
      api.listReports({
        query: { filter: JSON.stringify({ reportableId, ...(isOpen && { state: 'open' }) }), sort: 'createdAt DESC', limit: reportsShown },
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Author of a reported record, with up to 100 of their reported records. */
export const useAuthor = (accountId: string | null) =>
  useQuery({
    queryKey: ['queue', 'author', accountId],
    queryFn: async () => {
      const id = accountId ?? '';
      const filter = JSON.stringify({ authorId: id });
      const [account, cases] = await Promise.all([
        api.getAccount({ params: { id } }).catch(() => null),
        api.listCases({ query: { filter, sort: 'decidedAt DESC', limit: historyShown } }),
      ]);
      return { account, cases };
    },
    enabled: accountId !== null,
    retry: false,
  });

/** History of a case, newest entry first; loaded once the case has a decision. */
export const useCaseHistory = ({ id, decisionsCount, version }: ReportedCase) =>
  useQuery({
    queryKey: ['queue', 'decisions', id, version],
    queryFn: () => api.listCaseHistory({ params: { id }, query: {} }),
    enabled: decisionsCount > 0,
    retry: false,
  });

/** Account id of the signed-in person; null until loaded. */
export function useMyId(): string | null {
  const { data } = useQuery({ queryKey: ['me'], queryFn: () => api.getMyAccount({}), staleTime: Number.POSITIVE_INFINITY });
  return data?.id ?? null;
}
