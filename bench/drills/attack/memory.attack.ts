import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { memoryOf } from '../../bulk/memory.ts';
import type { Attack, Stage } from './stage.ts';

/** One hostile request; what the product would remember when it is asked again is asked several times. */
interface Ask {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  times?: number;
}

const MiB = 2 ** 20;
const callers = 32;
/** How often the memory is looked at, each time after as many requests. */
const looks = 10;
/** What all caches may have together, as decision 0022 says. */
const mostCached = 128 * MiB;
/** How much the heap may grow over the second half beside what the caches count, bytes: code that is compiled, statistics, noise. */
const mostGrowth = 8 * MiB;
/** Longest record of a sign-in that was begun, characters, and its life, seconds. */
const longestRecord = 4_000;
const recordLife = 20 * 60;

/** Text that no other number has, of characters that an address may hold. */
const textOf = (number: number, length: number): string => {
  const hash = createHash('sha256').update(String(number)).digest('base64url');
  return hash.repeat(Math.ceil(length / hash.length)).slice(0, length);
};
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const choose = <T>(number: number, of: readonly T[]): T | undefined => of[number % of.length];

const sortable = ['title', 'createdAt', 'updatedAt', 'likeCount', 'daysCount', 'stopsCount'] as const;
const conditions = [
  { title: 'a' },
  { title: { contains: 'b' } },
  { not: { title: { startsWith: 'c' } } },
  { likeCount: { gt: 1 } },
  { stopsCount: { lte: 2 } },
  { visibility: { ne: 'd' } },
] as const;
/** Conditions whose shape, not only their values, is new. */
const shapeOf = (number: number) => Array.from({ length: 10 }, (_, digit) => choose(Math.floor(number / conditions.length ** digit), conditions));

const kinds: Readonly<Record<string, (number: number, stage: Stage) => Ask>> = {
  'addresses of 12 kB': () => ({ path: `/api/itinerary-projections?ids=${Array.from({ length: 320 }, () => randomUUID())}`, times: 2 }),
  'short addresses': (number) => ({ path: `/api/itineraries?ids=${randomUUID()}&limit=${1 + (number % 100)}`, times: 2 }),
  'shapes of filters': (number) => ({ path: `/api/itineraries?filter=${json({ or: shapeOf(number) })}`, times: 3 }),
  orders: (number) => ({
    path: `/api/itineraries?sort=${encodeURIComponent(`${choose(number, sortable)} DESC`)}&page=${1 + (number % 90)}`,
    times: 2,
  }),
  boxes: (number) => {
    const [west, south] = [-179 + (number % 3_000) / 10, -80 + Math.floor(number / 3_000) / 10];
    const box = `southWestLng=${west}&southWestLat=${south}&northEastLng=${west + 5}&northEastLat=${south + 5}`;
    return { path: `/api/itineraries/by-bounds?${box}`, times: 2 };
  },
  tiles: (number) => ({ path: `/api/tiles/stops/14/${number % 16_384}/${(number * 7) % 16_384}` }),
  'words of stories': (number) => ({ path: `/api/itineraries/search?q=${textOf(number, 60)}`, times: 2 }),
  'names of places': (number) => ({ path: `/api/places/search?q=${textOf(number, 100)}` }),
  tokens: (number) => ({ path: '/api/itineraries', headers: { authorization: `Bearer ${textOf(number, 60)}.${textOf(-number, 7_000)}.x` } }),
  'forwarded addresses': (number) => ({
    path: '/api/countries',
    headers: {
      'x-forwarded-for': `10.${number % 256}.${(number >> 8) % 256}.1`,
      'accept-language': textOf(number, 300),
      cookie: `waystory_session=${textOf(number, 2_000)}`,
      'if-none-match': `"${textOf(number, 200)}"`,
    },
  }),
  bodies: (number) => ({ method: 'POST', path: '/api/itineraries', headers: { 'content-type': `text/${textOf(number, 2_000)}` } }),
  pages: (number) => ({ path: number % 2 ? `/itineraries/${randomUUID()}` : `/${textOf(number, 4_000)}` }),
  files: (number) => ({ path: choose(number, [`/assets/${textOf(number, 100)}.js`, `/flags/${textOf(number, 100)}.svg`]) ?? '' }),
  pictures: (number) => ({ path: `/photos/${textOf(number, 100)}-240.webp` }),
  'sign-ins': (number, { origin }) => ({
    path: `/idp/auth?${new URLSearchParams({
      client_id: 'waystory-web',
      redirect_uri: `http://localhost:${new URL(origin).port}/auth/callback`,
      response_type: 'code',
      scope: 'openid profile email api',
      code_challenge: textOf(number, 43),
      code_challenge_method: 'S256',
      state: textOf(number, number % 5 === 0 ? 9_000 : 1_000),
    })}`,
  }),
};

/** Sends requests from a number of callers, and counts the statuses by kind. */
async function send(stage: Stage, agent: Agent, from: number, to: number, statuses: Map<string, Map<number, number>>): Promise<void> {
  const names = Object.keys(kinds);
  let next = from;
  const caller = async (): Promise<void> => {
    while (next < to) {
      const number = next++;
      const name = choose(number, names) ?? '';
      const ask = kinds[name]?.(Math.floor(number / names.length), stage);
      if (!ask) return;
      const counts = statuses.get(name) ?? new Map<number, number>();
      statuses.set(name, counts);
      for (let time = 0; time < (ask.times ?? 1); time++) {
        const status = await statusOf(stage.product.port, agent, ask);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

function statusOf(port: number, agent: Agent, { path, method = 'GET', headers = {} }: Ask): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, path, method, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

interface Look {
  /** Bytes in use after a collection of garbage. */
  heap: number;
  resident: number;
  postgres: number;
  /** What the caches say that they hold. */
  cached: number;
}

/** The memory of the product once nothing is under way and its garbage is gone. */
async function lookAt({ product, origin }: Stage): Promise<Look> {
  const [pid = 0, postgresPid = 0] = product.pids;
  process.kill(pid, 'SIGUSR2');
  await fetch(`${origin}/livez`);
  process.kill(pid, 'SIGUSR2');
  const text = await (await fetch(`http://127.0.0.1:${product.metricsPort}/metrics`)).text();
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0);
  const { product: resident, postgres } = memoryOf(pid, postgresPid);
  return {
    heap: sumOf('nodejs_heap_size_used_bytes') + sumOf('nodejs_external_memory_bytes'),
    resident: resident * MiB,
    postgres: postgres * MiB,
    cached: sumOf('waystory_cache_bytes'),
  };
}

const inMiB = (bytes: number): string => `${(bytes / MiB).toFixed(1)} MiB`;

/** Hundreds of thousands of requests, no two the same, each made so that somebody might remember it. */
export const memoryAttack: Attack = {
  name: 'memory',
  // Garbage is collected when a signal asks for it: what is left is what is held.
  settings: { NODE_OPTIONS: "--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>{gc();gc()})" },
  async run(stage) {
    const { tally, short, product } = stage;
    const requests = short ? 20_000 : 200_000;
    const agent = new Agent({ keepAlive: true, maxSockets: callers });
    const statuses = new Map<string, Map<number, number>>();
    const seen: Look[] = [];
    for (let look = 0; look < looks; look++) {
      await send(stage, agent, (look * requests) / looks, ((look + 1) * requests) / looks, statuses);
      const now = await lookAt(stage);
      seen.push(now);
      console.log(
        `     after ${((look + 1) * requests) / looks} requests: heap ${inMiB(now.heap)}, of it in caches ${inMiB(now.cached)}, resident ${inMiB(now.resident)}, Postgres ${inMiB(now.postgres)}`,
      );
    }
    agent.destroy();
    for (const [name, counts] of statuses) {
      const failed = [...counts].some(([status]) => status >= 500 && status !== 503);
      tally.record(!failed, `${name}: ${[...counts].map(([status, count]) => `${count} times ${status}`).join(', ')}`);
    }
    const cached = Math.max(...seen.map((look) => look.cached));
    tally.record(cached > 0 && cached <= mostCached, `${requests} requests: caches held ${inMiB(cached)} at most`);
    const [half, last] = [seen[looks / 2 - 1], seen.at(-1)];
    const grown = last && half ? last.heap - last.cached - (half.heap - half.cached) : Number.POSITIVE_INFINITY;
    tally.record(grown < mostGrowth, `what is in no cache grew by ${inMiB(grown)} over the second half`);
    await checkRecords(product.database, tally);
  },
};

async function checkRecords(database: Stage['product']['database'], tally: Stage['tally']): Promise<void> {
  const pool = createPool(database, { max: 1 });
  const { rows } = await pool.query<{ records: number; largest: number; seconds: number }>(
    `select count(*)::int as records, max(length(payload::text)) as largest, max(extract(epoch from expires_at - now()))::int as seconds
     from oidc_records where kind = 'Interaction'`,
  );
  await pool.end();
  const [{ records, largest, seconds } = { records: 0, largest: 0, seconds: 0 }] = rows;
  tally.record(
    records > 0 && largest <= longestRecord && seconds <= recordLife,
    `${records} sign-ins that were begun left records of ${largest} characters at most, for ${seconds} seconds at most`,
  );
}
