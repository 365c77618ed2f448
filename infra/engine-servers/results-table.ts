import type { CaseResult } from './contract-run.ts';

/** Result of one adapter's contract. */
export interface Row {
  /** `bus/kafka` */
  adapter: string;
  /** The engine that really ran, with its version. */
  engine: string;
  cases: number;
  passed: number;
  failed: number;
  /** Number of skipped cases. */
  notRun: number;
  /** Reasons of skipped cases, or other faults. */
  reasons: readonly string[];
}

interface Subject {
  adapter: string;
  engine: string;
  /** Reason why the engine did not run; null when it ran. */
  absence: { reason: string; isFailure: boolean } | null;
}

/** Row of an adapter. It fails when no case ran on a running engine, or when an available engine did not start. */
export function rowOf({ adapter, engine, absence }: Subject, results: readonly CaseResult[]): Row {
  const count = (state: CaseResult['state']): number => results.filter((one) => one.state === state).length;
  const [passed, failed, notRun] = [count('passed'), count('failed'), count('skipped')];
  const reasons = absence ? [absence.reason] : results.filter(({ state }) => state === 'skipped').map(({ reason }) => reason ?? '');
  const nothingRan = !absence && passed + failed === 0;
  const wrong = Number(nothingRan) + Number(absence?.isFailure === true);
  const said = [...new Set(reasons), ...(nothingRan ? ['no case of it ran'] : [])];
  return { adapter, engine, cases: results.length, passed, failed: failed + wrong, notRun, reasons: said };
}

const headings = ['adapter', 'engine and version', 'cases', 'passed', 'failed', 'not run and why'];

/** Rows as columns with headings. */
export function resultsTable(rows: readonly Row[]): string {
  const cells = rows.map(({ adapter, engine, cases, passed, failed, notRun, reasons }) => {
    const why = [...(notRun > 0 ? [String(notRun)] : []), ...reasons].join(': ');
    return [adapter, engine, String(cases), String(passed), String(failed), why];
  });
  const lines = [headings, ...cells];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => column >= 2 && column <= 4;
  const align = (text: string, column: number): string => (isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0));
  const print = (line: readonly string[]): string => line.map(align).join('  ').trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [print(headings), rule, ...cells.map(print)].join('\n');
}

/** `N passed, N failed, N skipped`, over all rows and gaps. */
export function closingLine(rows: readonly Row[], gaps: number): string {
  const sum = (pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed) + gaps} failed, ${sum(({ notRun }) => notRun)} skipped`;
}
