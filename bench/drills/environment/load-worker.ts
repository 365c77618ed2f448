import { workerSettings } from '../../harness/worker.ts';
import { type AcknowledgedWrite, type ApiRequest, type ApiResponse, apiClient, itineraryOf, pictureUpload } from './client.ts';
import { type LoadRates, type LoadReport, type LoadSettings, type RequestKind, type RequestSample, runOpenLoop, serveLoadCommands } from './load.ts';

/** Maximum number of requests in flight; requests above it are skipped. */
const atMost = 64;
const repeatForMs = 30_000;
const anew = { 'cache-control': 'no-cache' };

const { port, token, storyId, kinds } = workerSettings<LoadSettings>();
const { ask } = apiClient(port, token);
const writer = createWriter();
const samples: RequestSample[] = [];
const pictures: string[] = [];

const sampleOf = (kind: RequestKind, { status, error, retryAfter, ms }: ApiResponse): RequestSample => ({
  ...{ kind, status, error, retryAfter, ms },
  at: Date.now() - ms,
});

async function writeOnce(): Promise<void> {
  const { answered, repeated } = await writer.write();
  samples.push(sampleOf(repeated ? 'repeat' : 'write', answered));
}

async function askOnce(kind: RequestKind, n: number): Promise<void> {
  const answered = await ask(requestOf(kind, n));
  samples.push(sampleOf(kind, answered));
  if (kind === 'upload' && typeof answered.body.url === 'string') pictures.push(answered.body.url);
}

function requestOf(kind: RequestKind, n: number): ApiRequest {
  const written = writer.newest();
  const get = (path: string, headers: ApiRequest['headers'] = {}): ApiRequest => ({ method: 'GET', path, headers });
  if (kind === 'fresh' && written) return get(`/api/itineraries/${written.id}`, { ...anew, 'x-after': String(written.position) });
  if (kind === 'story') return get(`/api/itineraries/${storyId}`, anew);
  if (kind === 'page') return get('/help');
  if (kind === 'search') return get('/api/itineraries/search?q=probe%20at%20strat');
  if (kind === 'react') return reactionTo(storyId, Math.floor(n / kinds.length));
  return kind === 'upload' ? pictureUpload : get('/livez');
}

/** Comments alternate with reactions, and likes with dislikes. */
function reactionTo(id: string, turn: number): ApiRequest {
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

/** Writes itineraries of unique titles. A creation is repeated with its Idempotency-Key, and an itinerary has one open change at a time. */
function createWriter() {
  const [renameEvery, repeatAfterMs, longestTitle] = [4, 300, 120];
  /** The newest acknowledged write of each itinerary. */
  const known = new Map<string, AcknowledgedWrite>();
  const idle: string[] = [];
  const failed: { asked: ApiRequest; notBefore: number }[] = [];
  let newest: AcknowledgedWrite | undefined;
  let [underWay, count] = [0, 0];
  // Part of all titles, because several drills write to one environment.
  const series = crypto.randomUUID().slice(0, 8);
  const next = (): ApiRequest => {
    count++;
    const id = count % renameEvery === 0 ? idle.shift() : undefined;
    // Keeps the end of a long title, because only the end is unique.
    if (id)
      return { method: 'PATCH', path: `/api/itineraries/${id}`, body: { title: `${known.get(id)?.title}, again ${count}`.slice(-longestTitle) } };
    const body = {
      title: `Written ${series} ${count}`,
      shortDescription: 'Harbours, markets and a long way home',
      highlights: ['Harbour', 'Market'],
    };
    return { method: 'POST', path: '/api/itineraries', headers: { 'idempotency-key': crypto.randomUUID() }, body };
  };
  const due = (): number => failed.findIndex(({ notBefore }) => notBefore <= Date.now());
  return {
    /** Sends the next write, or repeats a failed write. */
    write: async () => {
      const [repeated] = due() < 0 ? [] : failed.splice(due(), 1);
      const asked = repeated?.asked ?? next();
      underWay++;
      const answered = await ask(asked);
      underWay--;
      const written = answered.status === 200 || answered.status === 201 ? itineraryOf(answered.json) : undefined;
      if (written) {
        newest = { ...written, position: answered.position };
        known.set(written.id, newest);
        idle.push(written.id);
      } else failed.push({ asked, notBefore: Date.now() + repeatAfterMs });
      return { answered, repeated: repeated !== undefined };
    },
    acknowledged: () => [...known.values()],
    newest: () => newest,
    /** Number of writes without an acknowledgement. */
    open: () => failed.length + underWay,
    hasRepeat: () => due() >= 0,
  };
}

serveLoadCommands<LoadRates>(
  ({ readsPerSecond, writesPerSecond }, signal) =>
    Promise.all([
      runOpenLoop(readsPerSecond, (n) => askOnce(kinds[n % kinds.length] ?? 'alive', n), signal, atMost),
      runOpenLoop(writesPerSecond, writeOnce, signal, atMost),
    ]),
  async () => {
    await repeatFailed();
    return { acknowledged: writer.acknowledged(), open: writer.open(), samples, pictures } satisfies LoadReport;
  },
);
