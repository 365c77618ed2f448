import type { Metric, Verdict } from './compare.ts';
import { keep, type Machine, machineText, numberText, printTable, ratioText } from './report.ts';

/** What a comparison has to reach: the metric whose ratio ours / reference is looked at, at least or at most so much. */
export interface Bar {
  metric: Metric;
  atLeast?: number;
  atMost?: number;
}

export type Held = 'held' | 'missed' | 'void';

/** Whether a comparison reaches its bar; one that is void never does. */
export function held({ valid, ratio }: Verdict, { metric, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Bar): Held {
  if (!valid) return 'void';
  const { median } = ratio[metric];
  return median >= atLeast && median <= atMost ? 'held' : 'missed';
}

export const barText = ({ metric, atLeast, atMost }: Bar): string => `${metric} ${atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`}`;

export interface Judged {
  verdict: Verdict;
  bar: Bar;
}

/** Prints and keeps comparisons with their bars. Answers whether none was missed. */
export function reportJudged(name: string, before: Machine, judged: readonly Judged[], notes: Record<string, unknown> = {}): boolean {
  const rows = judged.map(({ verdict, bar }) => {
    const { ours, reference, ratio } = verdict;
    return [
      verdict.name,
      ratioText(verdict.nullRatio),
      ratioText(ratio.rate),
      ratioText(ratio.cpu),
      ratioText(ratio.p50),
      `${numberText(ours.rate)} / ${numberText(reference.rate)}`,
      `${numberText(ours.cpu)} / ${numberText(reference.cpu)}`,
      `${numberText(ours.p50)} / ${numberText(reference.p50)}`,
      barText(bar),
      held(verdict, bar),
    ];
  });
  console.log(`${name}: ${machineText()}`);
  console.log(JSON.stringify(notes));
  printTable(['case', 'null', 'rate', 'CPU/op', 'p50', 'ops/s ours / ref', 'CPU ms/op', 'p50 ms', 'bar', 'verdict'], rows);
  console.log(keep(name, before, { notes, judged: judged.map(({ verdict, bar }) => ({ ...verdict, bar, held: held(verdict, bar) })) }));
  return judged.every(({ verdict, bar }) => held(verdict, bar) !== 'missed');
}
