import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Quartiles } from './quantiles.ts';

const folder = join(import.meta.dirname, '../out');

/** What the numbers were measured on; without it they mean nothing. */
export interface Machine {
  at: string;
  processor: string;
  cores: number;
  memoryGb: number;
  node: string;
  /** Processes that wanted to run, over the last 1, 5 and 15 minutes. */
  load: number[];
  /** Percent of the last ten seconds in which somebody waited for a core; null when the kernel does not say. */
  pressure: number | null;
}

export function machine(): Machine {
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

/** The machine as it is now, on one line. */
export function machineText(): string {
  const { processor, cores, node, load, pressure } = machine();
  return `${processor}, ${cores} cores, Node ${node}, load ${load.join(' ')}, somebody waits for a core ${pressure} % of the time`;
}

/** Prints rows as a table in Markdown with aligned columns. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n'));
}

/** A ratio with its quarter points. */
export const ratioText = ({ low, median, high }: Quartiles): string => `${median.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;

/** Three significant digits, or all in front of the point. */
export const numberText = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Keeps a result beside the machine that it was measured on; answers the path of the file. */
export function keep(name: string, before: Machine, result: unknown): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify({ before, after: machine(), result }, null, 2)}\n`);
  return path;
}
