import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Bar, held } from '../harness/bars.ts';
import { judge, type Verdict } from '../harness/compare.ts';
import { type Block, measure } from '../harness/measure.ts';
import { quantile } from '../harness/quantiles.ts';
import { type Machine, machine, numberText, ratioText } from '../harness/report.ts';
import { type Figure, reportFigures } from '../home/figures.ts';
import { stopsToCards } from './card.ts';
import { usualFirst } from './pace.ts';
import type { FirstWords, Gaps, Reading, Server } from './reader.ts';
import { openStage, type Stage } from './stage.ts';
import { type ManyStreams, manyStreams, streams } from './streams.ts';

const firstWord: Bar = { metric: 'p50', atMost: 1.05 };
const bars = { gap: 100, kilobytesEach: 150, card: 300 };
/** Contexts that an answer with tools goes through, and the pages that show it. */
const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'social', 'web', 'world'];

/** Whole: about 12 minutes. Short: about 3. */
const sizes = {
  whole: { pairs: 7, times: 20, rounds: 3, seconds: 20, unreadSeconds: 60, turns: 6 },
  short: { pairs: 3, times: 8, rounds: 1, seconds: 8, unreadSeconds: 10, turns: 2 },
};
/** A turn may ask the model twelve times. */
const stopsPerTurn = 10;

/** Streams of the assistant beside a bare pipe to the same provider, and stops that its tools write until they are seen. */
export async function chatBench({ short }: { short: boolean }): Promise<boolean> {
  const size = sizes[short ? 'short' : 'whole'];
  const before = machine();
  execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build.ts')], { stdio: 'inherit' });
  await using stage = await openStage(contexts);
  const first = await firstWords(stage, size);
  console.log(`First words: ${ratioText(first.ratio.p50)}, the pipe against itself ${ratioText(first.nullRatio)}`);
  const many = await manyStreams(stage, size.rounds, size.seconds, size.unreadSeconds);
  console.log(`${streams} streams: ${JSON.stringify(many)}`);
  const lags = await stopsToCards(stage, size.turns, stopsPerTurn);
  return report(before, { first, many, lags }, { ...size, usualFirst });
}

function firstWords({ product, ours, bare, barePids, reader }: Stage, { pairs, times }: { pairs: number; times: number }): Promise<Verdict> {
  const pace = { first: usualFirst, pieces: 5, every: 5 };
  const block =
    (server: Server, pids: readonly number[]): Block =>
    () =>
      measure(async () => {
        const began = performance.now();
        const { words } = await reader.ask<FirstWords>({ kind: 'first', server, pace, times } satisfies Reading);
        const seconds = (performance.now() - began) / 1_000;
        return { operations: times, seconds, p50: quantile(words, 0.5), p99: quantile(words, 0.99) };
      }, pids);
  return judge({ name: 'first word', ours: block(ours, product.pids), reference: block(bare, barePids) }, pairs, 'p50');
}

interface Results {
  first: Verdict;
  many: ManyStreams;
  lags: readonly number[];
}

function report(before: Machine, { first, many, lags }: Results, notes: Record<string, unknown>): boolean {
  const median = (rounds: readonly Gaps[]): number =>
    quantile(
      rounds.map(({ p99 }) => p99),
      0.5,
    );
  const [ours, bare] = [median(many.ours), median(many.bare)];
  const failed = [...many.ours, ...many.bare].reduce((sum, round) => sum + round.failed, 0);
  const card = quantile(lags, 0.95);
  const figures: Figure[] = [
    {
      name: 'first word / that of the bare pipe, p50',
      value: first.ratio.p50.median,
      text: ratioText(first.ratio.p50),
      atMost: firstWord.atMost ?? 0,
    },
    { name: 'first word, ms', value: first.ours.p50, text: `${numberText(first.ours.p50)} / ${numberText(first.reference.p50)}`, atMost: null },
    { name: 'CPU of an answer, ms', value: first.ours.cpu, text: `${numberText(first.ours.cpu)} / ${numberText(first.reference.cpu)}`, atMost: null },
    {
      name: `${streams} streams: gap between words beyond the pipe's, p99, ms`,
      value: ours - bare,
      text: `${numberText(ours - bare)} (${numberText(ours)} - ${numberText(bare)})`,
      atMost: bars.gap,
    },
    { name: 'streams that broke off', value: failed, text: String(failed), atMost: 0, barText: '0' },
    { name: 'memory of each, kB', value: many.kilobytesEach, text: numberText(many.kilobytesEach), atMost: bars.kilobytesEach },
    {
      name: `memory of each of which nothing is read for ${many.unreadSeconds} s, kB`,
      value: many.kilobytesUnread,
      text: numberText(many.kilobytesUnread),
      atMost: bars.kilobytesEach,
    },
    {
      name: 'from a stop in the log to the editor, p95, ms',
      value: card,
      text: `${numberText(card)} (p50 ${numberText(quantile(lags, 0.5))})`,
      atMost: bars.card,
    },
  ];
  if (held(first, firstWord) === 'void') console.log(`The first words are void: the pipe against itself was ${ratioText(first.nullRatio)}`);
  return reportFigures('chat', before, figures, { ...notes, first, many, lags });
}
