import { held } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { type Block, measure } from '../harness/measure.ts';
import { quantile } from '../harness/quantiles.ts';
import { keep, type Machine, machineText, numberText, printTable, ratioText } from '../harness/report.ts';
import { type CorpusQuestion, questionKinds } from './corpus.ts';
import type { Find, Recall } from './searched-corpus.ts';

/** Shares of place questions whose target has to be among the first ten. */
export const leastRecall: Partial<Recall> = { exact: 0.98, oneTypo: 0.97, twoTypos: 0.9 };

export const recallHolds = (recall: Recall): boolean => questionKinds.every((kind) => recall[kind] >= (leastRecall[kind] ?? 0));

export interface Arm {
  find: Find;
  /** Roots of the processes that it takes. */
  pids: readonly number[];
}

export interface Speed {
  verdict: Verdict;
  /** All answers of our arm, milliseconds. */
  ours: { p50: number; p99: number };
  reference: { p50: number; p99: number };
}

/** One person who asks one question after the other, both arms the same ones. */
export async function compareSpeed(name: string, ours: Arm, reference: Arm, questions: readonly CorpusQuestion[], pairs: number): Promise<Speed> {
  const times = { ours: [] as number[], reference: [] as number[] };
  const block =
    ({ find, pids }: Arm, into: number[]): Block =>
    () =>
      measure(async () => {
        const begin = performance.now();
        const took: number[] = [];
        for (const question of questions) {
          const before = performance.now();
          await find(question);
          took.push(performance.now() - before);
        }
        into.push(...took);
        return {
          operations: took.length,
          seconds: (performance.now() - begin) / 1000,
          p50: quantile(took, 0.5),
          p99: quantile(took, 0.99),
        };
      }, pids);
  const verdict = await judge({ name, ours: block(ours, times.ours), reference: block(reference, times.reference) }, pairs, 'p50');
  const pooled = (all: number[]) => ({ p50: quantile(all, 0.5), p99: quantile(all, 0.99) });
  return { verdict, ours: pooled(times.ours), reference: pooled(times.reference) };
}

/** A quantile of the time to an answer with what it may be at most: so many milliseconds, or so many times the reference. */
export interface SpeedBar {
  metric: 'p50' | 'p99';
  atMostMs?: number;
  atMostTimes?: number;
}

export interface Asked {
  recall: { ours: Recall; reference: Recall };
  speed: Speed;
  bars: readonly SpeedBar[];
  notes: Record<string, unknown>;
}

/** What came of a bar. Fast answers that miss what was meant are worth nothing, so those are void. */
function verdictOf({ recall, speed: { verdict, ours } }: Asked, { metric, atMostMs, atMostTimes }: SpeedBar): string {
  if (!recallHolds(recall.ours)) return 'void, recall';
  if (atMostMs !== undefined) return ours[metric] <= atMostMs ? 'held' : 'missed';
  return held(verdict, { metric, ...(atMostTimes && { atMost: atMostTimes }) });
}

/** Prints and keeps recall beside speed. Answers whether no bar was missed. */
export function reportAsked(name: string, before: Machine, asked: Asked): boolean {
  const { recall, speed, bars, notes } = asked;
  const { verdict, ours, reference } = speed;
  console.log(`${name}: ${machineText()}`);
  console.log(JSON.stringify(notes));
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  printTable(
    ['among the first ten', ...questionKinds],
    [
      ['ours', ...questionKinds.map((kind) => percent(recall.ours[kind]))],
      ['reference', ...questionKinds.map((kind) => percent(recall.reference[kind]))],
      ['bar', ...questionKinds.map((kind) => (leastRecall[kind] ? `>= ${leastRecall[kind] * 100} %` : 'none'))],
    ],
  );
  const judged = bars.map((bar) => ({ ...bar, verdict: verdictOf(asked, bar) }));
  printTable(
    ['time to an answer', 'null p50', 'ratio', 'ms ours / ref', 'CPU ms/op ours / ref', 'bar', 'verdict'],
    judged.map(({ metric, atMostMs, atMostTimes, verdict: outcome }) => [
      metric,
      ratioText(verdict.nullRatio),
      ratioText(verdict.ratio[metric]),
      `${numberText(ours[metric])} / ${numberText(reference[metric])}`,
      `${numberText(verdict.ours.cpu)} / ${numberText(verdict.reference.cpu)}`,
      atMostMs === undefined ? `<= ${atMostTimes}x` : `<= ${atMostMs} ms`,
      outcome,
    ]),
  );
  console.log(keep(name, before, { notes, recall, speed, bars: judged }));
  return recallHolds(recall.ours) && judged.every((bar) => bar.verdict !== 'missed');
}
