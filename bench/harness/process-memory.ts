import { readFileSync } from 'node:fs';
import { treeOf } from './process-cpu.ts';

/** Memory of some processes and all their descendants, MiB: a page that several share counts once (PSS). Linux only. */
export function memoryMiBOf(roots: readonly number[]): number {
  const kib = treeOf(roots).map((pid) => {
    try {
      return Number(/^Pss: *(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0; // it ended while we looked
    }
  });
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
}
