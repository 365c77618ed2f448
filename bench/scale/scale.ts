import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../harness/quantiles.ts';
import { keep as keepResult, machine, machineText, numberText, printTable } from '../harness/report.ts';
import { measureSize, resultIn, type Sized } from './size.ts';
import type { Start } from './start.ts';

/** Seconds of a start, at any size. */
const bars = { firstAnswer: 3, map: 10 };

export interface ScaleOptions {
  short: boolean;
  /** Folder that data and results of each size stay in, to be used again; a folder that goes away when unset. */
  keep?: string;
  /** Only this many events, for whoever measures sizes one after the other. */
  events?: number;
}

/** What grows with the number of events, and how: the same world in several sizes, each by itself. */
export async function scaleBench({ short, keep, events }: ScaleOptions): Promise<boolean> {
  const { sizes, starts, seconds } = short
    ? { sizes: [20_000, 200_000], starts: 1, seconds: 1 }
    : { sizes: [100_000, 1_000_000, 10_000_000], starts: 3, seconds: 4 };
  const before = machine();
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'waystory-scale-'));
  try {
    for (const size of events === undefined ? sizes : [events]) {
      const dataDir = join(folder, String(size));
      await measureSize({ dataDir, events: size, starts, seconds });
      if (keep === undefined) rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
    }
    return report(before, measuredIn(folder));
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** What was measured of each size, the smallest first, those of earlier runs among them. */
function measuredIn(folder: string): Sized[] {
  const results = readdirSync(folder).map((name) => resultIn(join(folder, name)));
  const measured = results.filter((path) => existsSync(path)).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Sized); // written by `measureSize`
  return measured.sort((a, b) => a.made.events - b.made.events);
}

interface Line {
  what: string;
  of: (sized: Sized) => number;
}

const gigabytes = (bytes: number): number => bytes / 1e9;
const median = (starts: readonly Start[], of: keyof Start): number =>
  quantile(
    starts.map((one) => one[of]),
    0.5,
  );

const sizeLines: readonly Line[] = [
  { what: 'written in one go, events/s', of: ({ made }) => made.events / made.fillSeconds },
  { what: 'read models and indexes built, events/s', of: ({ made }) => made.events / made.buildSeconds },
  { what: 'CPU of that, ms for an event', of: ({ made }) => (made.buildCpuSeconds * 1_000) / made.events },
  { what: 'memory of that, MiB', of: ({ made }) => made.buildMiB },
  { what: 'disk, GB', of: ({ made }) => gigabytes(made.disk.all) },
  { what: 'disk, bytes for an event', of: ({ made }) => made.disk.all / made.events },
  { what: 'start of an empty product beside it: first answer, s', of: ({ empty }) => empty.firstAnswer },
  { what: '... CPU until then, s', of: ({ empty }) => empty.firstAnswerCpu },
  { what: 'start after that, nothing in memory copied: first answer, s', of: ({ first }) => first.firstAnswer },
  { what: '... map with every stop, s', of: ({ first }) => first.map },
  { what: '... CPU until then, s', of: ({ first }) => first.mapCpu },
  { what: '... until it rests, s', of: ({ first }) => first.rest },
  { what: 'start: first answer, s', of: ({ starts }) => median(starts, 'firstAnswer') },
  { what: '... CPU until then, s', of: ({ starts }) => median(starts, 'firstAnswerCpu') },
  { what: 'start: map with every stop, s', of: ({ starts }) => median(starts, 'map') },
  { what: '... CPU until then, s', of: ({ starts }) => median(starts, 'mapCpu') },
  { what: 'start: until it rests, s', of: ({ starts }) => median(starts, 'rest') },
  { what: 'product after it, MiB', of: ({ starts }) => median(starts, 'productMiB') },
  { what: 'Postgres after it, MiB', of: ({ starts }) => median(starts, 'postgresMiB') },
  { what: 'product after reads, MiB', of: ({ productMiB }) => productMiB },
  { what: 'Postgres after reads, MiB', of: ({ postgresMiB }) => postgresMiB },
];

function report(before: ReturnType<typeof machine>, measured: readonly Sized[]): boolean {
  const sizes = measured.map(({ made }) => `${made.events.toLocaleString('en')}${made.extent === 'whole' ? '' : ', stories only'}`);
  const growth = (of: Line['of']): string => {
    const [first, last] = [measured[0], measured.at(-1)];
    return first && last && first !== last ? `${numberText(of(last) / of(first))}x` : '';
  };
  const row = ({ what, of }: Line): string[] => [what, ...measured.map((sized) => numberText(of(sized))), growth(of)];
  console.log(`scale: ${machineText()}`);
  printTable(['what', ...sizes, 'last / first'], sizeLines.map(row));
  const tables = [...new Set(measured.flatMap(({ made }) => made.disk.tables.map(({ name }) => name)))];
  printTable(
    ['bytes for an event: table + indexes', ...sizes],
    tables.map((name) => [name, ...measured.map(({ made }) => perEvent(made, name))]),
  );
  const operations = ['append', ...Object.keys(measured[0]?.reads ?? {})];
  printTable(
    ['operation, 4 callers', ...sizes.map((size) => `p50; p99 ms (CPU ms) at ${size}`), 'CPU last / first'],
    operations.map((name) => {
      const of = (sized: Sized) => (name === 'append' ? sized.append : sized.reads[name]);
      const cell = (sized: Sized): string => {
        const one = of(sized);
        return one ? `${numberText(one.p50)}; ${numberText(one.p99)} (${numberText(one.cpu)})` : '';
      };
      return [name, ...measured.map(cell), growth((sized) => of(sized)?.cpu ?? Number.NaN)];
    }),
  );
  console.log(keepResult('scale', before, { bars, measured }));
  return judge(measured);
}

function perEvent({ events, disk }: Sized['made'], name: string): string {
  const found = disk.tables.find((table) => table.name === name);
  return found ? `${Math.round(found.table / events)} + ${Math.round(found.indexes / events)}` : '';
}

function judge(measured: readonly Sized[]): boolean {
  const judged = measured.flatMap(({ made, starts }) =>
    (Object.keys(bars) as (keyof typeof bars)[]) // its own keys
      .map((bar) => ({ events: made.events, bar, seconds: median(starts, bar) })),
  );
  printTable(
    ['start', 'events', 's', 'bar', 'verdict'],
    judged.map(({ events, bar, seconds }) => [bar, String(events), numberText(seconds), `<= ${bars[bar]}`, seconds <= bars[bar] ? 'held' : 'missed']),
  );
  return judged.every(({ bar, seconds }) => seconds <= bars[bar]);
}
