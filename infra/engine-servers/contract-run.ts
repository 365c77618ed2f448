import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Reporter, startVitest, type TestCase, type TestModule } from 'vitest/node';
import { settings as productSettings } from '../config.ts';

/** Result of a contract case, or of a whole file that failed. */
export interface CaseResult {
  /** Path from the root. */
  file: string;
  /** Titles of groups and case, joined by ` > `. */
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Reason of a skipped case. */
  reason?: string;
}

const root = join(import.meta.dirname, '../..');

/** All settings unset, so that the shell's environment cannot lead a contract to another engine. */
const unset: Record<string, string> = Object.fromEntries(
  Object.keys(productSettings.shape)
    .flatMap((name) => [name, `${name}_FILE`])
    .map((name) => [name, '']),
);

/**
 * Runs test files with product settings, limited to matching cases, and prints failures at once.
 * @param files Paths from the root.
 */
export async function runContracts(files: readonly string[], settings: Readonly<Record<string, string>>, cases?: RegExp): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  // Missing files are skipped, and the caller reports them. Vitest would end the Node process without files.
  const [first, ...others] = files.filter((file) => existsSync(join(root, file)));
  if (!first) return results;
  const collector: Reporter = {
    onTestRunEnd: (modules, errors) => {
      results.push(...modules.flatMap((module) => resultsOf(module, cases)));
      // An error outside any test case belongs to an unknown file, so the first file is reported.
      results.push(...errors.map(({ message }): CaseResult => ({ file: first, name: `an error in no case: ${message}`, state: 'failed' })));
    },
  };
  const vitest = await startVitest(
    [first, ...others].map((file) => join(root, file)),
    {
      root,
      watch: false,
      env: { ...unset, ...settings },
      reporters: ['default', collector],
      ...(cases && { testNamePattern: cases }),
    },
  );
  await vitest.close();
  return results;
}

function resultsOf(module: TestModule, cases?: RegExp): CaseResult[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests()].filter(({ fullName }) => cases?.test(fullName) ?? true);
  const results = tests.map((one) => resultOf(file, one));
  const broken = module.state() === 'failed' && !results.some(({ state }) => state === 'failed');
  // A file that failed to load, or whose hook failed, shows no failed case.
  return broken ? [...results, { file, name: 'the file itself', state: 'failed' }] : results;
}

function resultOf(file: string, test: TestCase): CaseResult {
  const result = test.result();
  switch (result.state) {
    case 'passed':
    case 'failed':
      return { file, name: test.fullName, state: result.state };
    case 'skipped':
      return { file, name: test.fullName, state: 'skipped', reason: result.note ?? 'no reason given' };
    case 'pending':
      return { file, name: test.fullName, state: 'failed', reason: 'it did not end' };
  }
}

/** Result of one adapter's contract. */
export interface ResultRow {
  /** Port and name of the adapter, such as `bus/kafka`. */
  adapter: string;
  /** Title and version of the engine that really ran. */
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

/** Row of an adapter. It also fails when no case ran on a running engine, or when an available engine did not start. */
export function resultRowOf({ adapter, engine, absence }: Subject, results: readonly CaseResult[]): ResultRow {
  const count = (state: CaseResult['state']): number => results.filter((one) => one.state === state).length;
  const [passed, failed, notRun] = [count('passed'), count('failed'), count('skipped')];
  const reasons = absence ? [absence.reason] : results.filter(({ state }) => state === 'skipped').map(({ reason }) => reason ?? '');
  const nothingRan = !absence && passed + failed === 0;
  const wrong = Number(nothingRan) + Number(absence?.isFailure === true);
  const said = [...new Set(reasons), ...(nothingRan ? ['no case of it ran'] : [])];
  return { adapter, engine, cases: results.length, passed, failed: failed + wrong, notRun, reasons: said };
}

const headings = ['adapter', 'engine and version', 'cases', 'passed', 'failed', 'not run and why'];

/** Table with one line per row, below headings. */
export function resultsTable(rows: readonly ResultRow[]): string {
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

/** Closing line `N passed, N failed, N skipped` over all rows; each gap is a failure. */
export function closingLine(rows: readonly ResultRow[], gaps: number): string {
  const sum = (pick: (row: ResultRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed) + gaps} failed, ${sum(({ notRun }) => notRun)} skipped`;
}
