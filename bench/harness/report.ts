import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { type JudgedComparison, type Threshold, thresholdText, type Verdict, verdictOf } from './comparison.ts';
import type { Quartiles } from './measurement.ts';

const folder = join(import.meta.dirname, '../out');

/** Machine of a measurement, without which figures cannot be compared. */
export interface Machine {
  at: string;
  processor: string;
  cores: number;
  memoryGb: number;
  node: string;
  /** Load averages over 1, 5 and 15 minutes. */
  load: number[];
  /** CPU pressure: percent of the last ten seconds in which a process waited for a core; null when the kernel does not tell. */
  pressure: number | null;
}

export function machineSnapshot(): Machine {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    at: new Date().toISOString(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: loadavg().map(round),
    pressure: pressure(),
  };
}

function pressure(): number | null {
  try {
    return Number(/avg10=([\d.]+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1] ?? Number.NaN);
  } catch {
    return null;
  }
}

/** The machine of this moment, on one line. */
export function machineText(): string {
  const { processor, cores, node, load, pressure } = machineSnapshot();
  return `${processor}, ${cores} cores, Node ${node}, load ${load.join(' ')}, CPU pressure ${pressure} %`;
}

/** Prints a Markdown table with aligned columns. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n'));
}

/** Median with both other quartiles. */
export const ratioText = ({ low, median, high }: Quartiles): string => `${median.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;

/** Value with three significant digits, or as an integer from 100 on. */
export const numberText = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Writes a result to `bench/out`, with its machine before and after. @returns the path of the file */
export function storeResult(name: string, before: Machine, result: unknown): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify({ before, after: machineSnapshot(), result }, null, 2)}\n`);
  return path;
}

/** One line of a report. */
export interface Row {
  cells: readonly string[];
  threshold: string;
  verdict: Verdict;
}

/** Benchmark result, ready to print. */
export interface Report {
  name: string;
  /** Machine before the first measurement. */
  before: Machine;
  head: readonly string[];
  rows: readonly Row[];
  /** Written to `bench/out` beside the rows. */
  result: Readonly<Record<string, unknown>>;
}

/**
 * Prints and stores a report.
 * @returns whether no threshold was missed; a void or unjudged row counts as not missed
 */
export function report({ name, before, head, rows, result }: Report): boolean {
  console.log(`${name}: ${machineText()}`);
  printTable(
    [...head, 'threshold', 'verdict'],
    rows.map(({ cells, threshold, verdict }) => [...cells, threshold, verdict]),
  );
  console.log(storeResult(name, before, { rows, ...result }));
  return rows.every(({ verdict }) => verdict !== 'missed');
}

/** Reports comparisons with all their metrics. */
export function reportComparisons(
  name: string,
  before: Machine,
  judged: readonly { comparison: JudgedComparison; threshold: Threshold }[],
  notes: Record<string, unknown>,
): boolean {
  const rows = judged.map(({ comparison, threshold }): Row => {
    const { ours, reference, ratio } = comparison;
    const beside = (metric: 'rate' | 'cpu' | 'p50'): string => `${numberText(ours[metric])} / ${numberText(reference[metric])}`;
    const ratios = [comparison.nullRatio, ratio.rate, ratio.cpu, ratio.p50].map(ratioText);
    const cells = [comparison.name, ...ratios, beside('rate'), beside('cpu'), beside('p50')];
    return { cells, threshold: thresholdText(threshold), verdict: verdictOf(comparison, threshold) };
  });
  console.log(JSON.stringify(notes));
  const head = ['case', 'null', 'rate', 'CPU/op', 'p50', 'ops/s ours / ref', 'CPU ms/op', 'p50 ms'];
  return report({ name, before, head, rows, result: { notes, judged } });
}

/** A measured figure with its upper limit; `atMost` is null without a limit. */
export interface Figure {
  name: string;
  value: number;
  text: string;
  atMost: number | null;
}

/** Reports figures that have no reference variant. */
export function reportFigures(name: string, before: Machine, figures: readonly Figure[], notes: Record<string, unknown>): boolean {
  const rows = figures.map(({ name: figure, value, text, atMost }): Row => {
    if (atMost === null) return { cells: [figure, text], threshold: 'none', verdict: 'not judged' };
    return { cells: [figure, text], threshold: `<= ${atMost}`, verdict: value <= atMost ? 'held' : 'missed' };
  });
  return report({ name, before, head: ['figure', 'measured'], rows, result: { figures, notes } });
}
