import { setTimeout as pause } from 'node:timers/promises';
import { answerQuestions } from '../../harness/worker.ts';
import { type Answered, type Ask, type Asked, askAs } from './ask.ts';
import type { LoadQuestion, LoadReport } from './load.ts';
import type { Kind, Sample } from './samples.ts';
import { pictureForm, uploadedTo } from './upload.ts';
import { createWriter, type Writer } from './writer.ts';

/** Requests under way at the same time, of writes and of reads; what would be more is left out. */
const atMost = 64;
/** How long writes that failed are repeated when the load has ended, milliseconds. */
const repeatForMs = 30_000;

/** Past the answers that processes keep. */
const anew = { 'cache-control': 'no-cache' };

const [port = '', token = '', storyId = '', ...named] = process.argv.slice(2);
const kinds = named as Kind[]; // `startLoad` names them
const { ask, close } = askAs(Number(port), token);
const writer = createWriter(ask);
const samples: Sample[] = [];
const pictures: string[] = [];
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

async function askOnce(kind: Kind, n: number): Promise<void> {
  const at = Date.now();
  const answered = await ask(requestOf(kind, n, writer));
  keep(kind, at, answered);
  const picture = kind === 'upload' && uploadedTo(answered.json);
  if (picture) pictures.push(picture);
}

function requestOf(kind: Kind, n: number, { newest }: Writer): Asked {
  const written = newest();
  const get = (path: string, headers: Asked['headers'] = {}): Asked => ({ method: 'GET', path, headers });
  switch (kind) {
    case 'fresh':
      return written ? get(`/api/itineraries/${written.id}`, { ...anew, 'x-after': String(written.position) }) : get('/livez');
    case 'story':
      return get(`/api/itineraries/${storyId}`, anew);
    case 'page':
      return get('/help');
    case 'search':
      return get('/api/itineraries/search?q=probe%20at%20strat');
    case 'react':
      return reactionTo(storyId, n);
    case 'upload':
      return { method: 'POST', path: '/api/files', ...pictureForm };
    case 'write':
    case 'repeat':
    case 'alive':
      return get('/livez');
    default:
      return kind satisfies never;
  }
}

/** A comment every other time; otherwise the opposite of what was thought before. */
function reactionTo(id: string, n: number): Asked {
  const turn = Math.floor(n / kinds.length);
  if (turn % 2 === 0) return { method: 'POST', path: '/api/posts', body: { text: `Comment ${n}`, postableType: 'itinerary', postableId: id } };
  const reactionType = turn % 4 === 1 ? 'like' : 'dislike';
  return { method: 'POST', path: '/api/reactions', body: { reactableType: 'itinerary', reactableId: id, reactionType } };
}

/** Does `once` so many times a second, whether or not the ones before are done. */
async function paced(perSecond: number, once: (n: number) => Promise<void>, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let n = 0; !signal.aborted; n++) {
    await pause(Math.max(0, started + (n * 1_000) / perSecond - performance.now()));
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
      const reads = paced(question.readsPerSecond, (n) => askOnce(kinds[n % kinds.length] ?? 'alive', n), ending.signal);
      running = Promise.all([paced(question.writesPerSecond, writeOnce, ending.signal), reads]);
      return null;
    }
    ending.abort();
    await running;
    await repeatFailed(ask);
    return { acknowledged: writer.acknowledged(), open: writer.open(), samples, pictures } satisfies LoadReport;
  },
  async () => close(),
);
