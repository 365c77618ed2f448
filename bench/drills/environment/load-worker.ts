import { answerQuestions } from '../../harness/worker.ts';
import { type Asked, askAs, pictureUpload } from './client.ts';
import { arrive, type Kind, type LoadQuestion, type LoadReport, type Sample } from './load.ts';
import { createWriter } from './writer.ts';

/** Maximum of requests in flight; requests above it are skipped. */
const atMost = 64;
const repeatForMs = 30_000;
const anew = { 'cache-control': 'no-cache' };

const [port = '', token = '', storyId = '', ...named] = process.argv.slice(2);
const kinds = named as Kind[]; // named by `startLoad`
const { ask, close } = askAs(Number(port), token);
const writer = createWriter(ask);
const samples: Sample[] = [];
const pictures: string[] = [];
let ending = new AbortController();
let running: Promise<unknown> = Promise.resolve();

async function writeOnce(): Promise<void> {
  const at = Date.now();
  const { answered, repeated } = await writer.write();
  const { status, error, retryAfter, ms } = answered;
  samples.push({ kind: repeated ? 'repeat' : 'write', at, status, error, retryAfter, ms });
}

async function askOnce(kind: Kind, n: number): Promise<void> {
  const at = Date.now();
  const { status, error, retryAfter, ms, body } = await ask(requestOf(kind, n));
  samples.push({ kind, at, status, error, retryAfter, ms });
  if (kind === 'upload' && typeof body.url === 'string') pictures.push(body.url);
}

function requestOf(kind: Kind, n: number): Asked {
  const written = writer.newest();
  const get = (path: string, headers: Asked['headers'] = {}): Asked => ({ method: 'GET', path, headers });
  if (kind === 'fresh' && written) return get(`/api/itineraries/${written.id}`, { ...anew, 'x-after': String(written.position) });
  if (kind === 'story') return get(`/api/itineraries/${storyId}`, anew);
  if (kind === 'page') return get('/help');
  if (kind === 'search') return get('/api/itineraries/search?q=probe%20at%20strat');
  if (kind === 'react') return reactionTo(storyId, Math.floor(n / kinds.length));
  return kind === 'upload' ? pictureUpload : get('/livez');
}

/** Comments alternate with likes, and likes with dislikes. */
function reactionTo(id: string, turn: number): Asked {
  if (turn % 2 === 0) return { method: 'POST', path: '/api/posts', body: { text: `Comment ${turn}`, postableType: 'itinerary', postableId: id } };
  const reactionType = turn % 4 === 1 ? 'like' : 'dislike';
  return { method: 'POST', path: '/api/reactions', body: { reactableType: 'itinerary', reactableId: id, reactionType } };
}

async function repeatFailed(): Promise<void> {
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
      const reads = arrive(question.readsPerSecond, (n) => askOnce(kinds[n % kinds.length] ?? 'alive', n), ending.signal, atMost);
      running = Promise.all([arrive(question.writesPerSecond, writeOnce, ending.signal, atMost), reads]);
      return null;
    }
    ending.abort();
    await running;
    await repeatFailed();
    return { acknowledged: writer.acknowledged(), open: writer.open(), samples, pictures } satisfies LoadReport;
  },
  async () => close(),
);
