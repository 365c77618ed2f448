import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions } from '../../harness/worker.ts';
import { type Answered, type Ask, askAs } from './ask.ts';
import type { LoadQuestion, LoadReport } from './load.ts';
import type { Kind, Sample } from './samples.ts';
import { createWriter, type Writer } from './writer.ts';

/** Requests under way at the same time, of writes and of reads; what would be more is left out. */
const atMost = 64;
/** How long writes that failed are repeated when the load has ended, milliseconds. */
const repeatForMs = 30_000;

const kinds = ['fresh', 'story', 'page', 'alive'] as const;
/** Past the answers that processes keep. */
const anew = { 'cache-control': 'no-cache' };

const [port = '', token = '', storyId = ''] = process.argv.slice(2);
const { ask, close } = askAs(Number(port), token);
const writer = createWriter(ask);
const samples: Sample[] = [];
let ending = new AbortController();
let running: Promise<unknown> = Promise.resolve();

const keep = (kind: Kind, at: number, { status, error, retryAfter, ms }: Answered): void => {
  samples.push({ kind, at, status, error, retryAfter, ms });
};

async function writeOnce(): Promise<void> {
  const at = Date.now();
  const { answered, repeated } = await writer.write();
  keep(repeated ? 'repeat' : 'write', at, answered);
}

async function readOnce(kind: (typeof kinds)[number]): Promise<void> {
  const at = Date.now();
  keep(kind, at, await ask({ method: 'GET', ...placeOf(kind, writer) }));
}

function placeOf(kind: (typeof kinds)[number], { newest }: Writer): { path: string; headers?: Record<string, string> } {
  const written = newest();
  switch (kind) {
    case 'fresh':
      return written ? { path: `/api/itineraries/${written.id}`, headers: { ...anew, 'x-after': String(written.position) } } : { path: '/livez' };
    case 'story':
      return { path: `/api/itineraries/${storyId}`, headers: anew };
    case 'page':
      return { path: '/help' };
    case 'alive':
      return { path: '/livez' };
    default:
      return kind satisfies never;
  }
}

/** Does `once` so many times a second, whether or not the ones before are done. */
async function paced(perSecond: number, once: (n: number) => Promise<void>, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let n = 0; !signal.aborted; n++) {
    await pause(started + (n * 1_000) / perSecond - performance.now());
    if (underWay.size >= atMost) continue;
    const one: Promise<void> = once(n).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
}

async function repeatFailed(ask: Ask): Promise<void> {
  const giveUpAt = Date.now() + repeatForMs;
  while (writer.open() > 0 && Date.now() < giveUpAt) {
    if (writer.hasRepeat()) await writeOnce();
    else await ask({ method: 'GET', path: '/livez' });
  }
}

answerQuestions<LoadQuestion>(
  async (question) => {
    if (question.what === 'begin') {
      ending = new AbortController();
      const reads = paced(question.readsPerSecond, (n) => readOnce(kinds[n % kinds.length] ?? 'alive'), ending.signal);
      running = Promise.all([paced(question.writesPerSecond, writeOnce, ending.signal), reads]);
      return null;
    }
    ending.abort();
    await running;
    await repeatFailed(ask);
    return { acknowledged: writer.acknowledged(), open: writer.open(), samples } satisfies LoadReport;
  },
  async () => close(),
);
