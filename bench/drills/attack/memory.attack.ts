import { createHash, randomUUID } from 'node:crypto';
import { memoryMiBOfServers } from '../../harness/process-usage.ts';
import type { Environment } from '../environment/environment.ts';
import type { Attack, AttackContext } from './attack.ts';

/** A request that a cache might store; `times` is above 1 where only repeated requests are cached. */
interface Bait {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  times?: number;
}

const MiB = 2 ** 20;
const callers = 32;
const looks = 10;
/** Maximum size of all caches together, bytes (decision 0022). */
const mostCached = 128 * MiB;
/** Maximum growth of the heap outside caches over the second half, bytes: compiled code, statistics, noise. */
const mostGrowth = 8 * MiB;
const longestRecord = 4_000;
const recordLife = 20 * 60;

/** A unique text for each number. */
const textOf = (number: number, length: number): string => {
  const hash = createHash('sha256').update(String(number)).digest('base64url');
  return hash.repeat(Math.ceil(length / hash.length)).slice(0, length);
};
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const choose = <T>(number: number, of: readonly T[]): T | undefined => of[number % of.length];

const sortable = ['title', 'createdAt', 'updatedAt', 'likeCount', 'daysCount', 'stopsCount'] as const;
const conditions = [
  ...[{ title: 'a' }, { title: { contains: 'b' } }, { not: { title: { startsWith: 'c' } } }],
  ...[{ likeCount: { gt: 1 } }, { stopsCount: { lte: 2 } }, { visibility: { ne: 'd' } }],
];
/** Filter conditions, in another combination for each number. */
const shapeOf = (number: number) => Array.from({ length: 10 }, (_, digit) => choose(Math.floor(number / conditions.length ** digit), conditions));

const signIn = (number: number, port: number) =>
  new URLSearchParams({
    ...{
      client_id: 'waystory-web',
      redirect_uri: `http://localhost:${port}/auth/callback`,
      response_type: 'code',
      scope: 'openid profile email api',
    },
    ...{ code_challenge: textOf(number, 43), code_challenge_method: 'S256', state: textOf(number, number % 5 === 0 ? 9_000 : 1_000) },
  });

const kinds: Readonly<Record<string, (number: number, port: number) => Bait>> = {
  'addresses of 12 kB': () => ({ path: `/api/itinerary-projections?ids=${Array.from({ length: 320 }, () => randomUUID())}`, times: 2 }),
  'short addresses': (number) => ({ path: `/api/itineraries?ids=${randomUUID()}&limit=${1 + (number % 100)}`, times: 2 }),
  'shapes of filters': (number) => ({ path: `/api/itineraries?filter=${json({ or: shapeOf(number) })}`, times: 3 }),
  orders: (number) => ({ path: `/api/itineraries?sort=${choose(number, sortable)}%20DESC&page=${1 + (number % 90)}`, times: 2 }),
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
      ...{ 'x-forwarded-for': `10.${number % 256}.${(number >> 8) % 256}.1`, 'accept-language': textOf(number, 300) },
      ...{ cookie: `waystory_session=${textOf(number, 2_000)}`, 'if-none-match': `"${textOf(number, 200)}"` },
    },
  }),
  bodies: (number) => ({ method: 'POST', path: '/api/itineraries', headers: { 'content-type': `text/${textOf(number, 2_000)}` } }),
  pages: (number) => ({ path: number % 2 ? `/itineraries/${randomUUID()}` : `/${textOf(number, 4_000)}` }),
  files: (number) => ({ path: number % 2 ? `/flags/${textOf(number, 100)}.svg` : `/assets/${textOf(number, 100)}.js` }),
  pictures: (number) => ({ path: `/photos/${textOf(number, 100)}-240.webp` }),
  'sign-ins': (number, port) => ({ path: `/idp/auth?${signIn(number, port)}` }),
};

/** Number of responses by kind of request and status. */
type Statuses = Map<string, Map<number, number>>;

async function sendAll({ port, as }: Environment, from: number, to: number, statuses: Statuses): Promise<void> {
  const ask = as(null);
  const named = Object.entries(kinds);
  let next = from;
  const caller = async (): Promise<void> => {
    while (next < to) {
      const number = next++;
      const [name, baitOf] = choose(number, named) ?? [];
      if (!name || !baitOf) return;
      const { times = 1, method = 'GET', ...bait } = baitOf(Math.floor(number / named.length), port);
      const counts = statuses.get(name) ?? new Map<number, number>();
      statuses.set(name, counts);
      for (let time = 0; time < times; time++) {
        const { status } = await ask({ method, ...bait });
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Memory after a garbage collection: heap and caches from the metrics, bytes; resident memory of the product and of Postgres, MiB. */
async function lookAt({ environment }: AttackContext) {
  const product = environment.processOf('command');
  const pid = product.pid() ?? 0;
  process.kill(pid, 'SIGUSR2');
  await environment.as(null)({ method: 'GET', path: '/livez' });
  process.kill(pid, 'SIGUSR2');
  const text = await (await fetch(`http://127.0.0.1:${product.metricsPort}/metrics`)).text();
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0);
  const heap = sumOf('nodejs_heap_size_used_bytes') + sumOf('nodejs_external_memory_bytes');
  return { heap, cached: sumOf('waystory_cache_bytes'), ...memoryMiBOfServers(pid, environment.postgresPid()) };
}

/** Hundreds of thousands of distinct requests must not fill the memory. */
export const memoryAttack: Attack = {
  name: 'memory',
  // A signal triggers a garbage collection, so that only retained memory counts.
  settings: { NODE_OPTIONS: "--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>{gc();gc()})" },
  async run(scene) {
    const { tally, short, environment } = scene;
    const requests = short ? 20_000 : 200_000;
    const statuses: Statuses = new Map();
    const seen: Awaited<ReturnType<typeof lookAt>>[] = [];
    const inMiB = (bytes: number): string => `${(bytes / MiB).toFixed(1)} MiB`;
    for (let look = 0; look < looks; look++) {
      await sendAll(environment, (look * requests) / looks, ((look + 1) * requests) / looks, statuses);
      const now = await lookAt(scene);
      seen.push(now);
      const resident = `resident ${now.product.toFixed(1)} MiB, Postgres ${now.postgres.toFixed(1)} MiB`;
      console.log(
        `     after ${((look + 1) * requests) / looks} requests: heap ${inMiB(now.heap)}, of it in caches ${inMiB(now.cached)}, ${resident}`,
      );
    }
    for (const [name, counts] of statuses) {
      const failed = [...counts].some(([status]) => status === 0 || (status >= 500 && status !== 503));
      tally.record(!failed, `${name}: ${[...counts].map(([status, count]) => `${count} times ${status}`).join(', ')}`);
    }
    const cached = Math.max(...seen.map((look) => look.cached));
    tally.record(cached > 0 && cached <= mostCached, `${requests} requests: caches held ${inMiB(cached)} at most`);
    const [half, last] = [seen[looks / 2 - 1], seen.at(-1)];
    const grown = last && half ? last.heap - last.cached - (half.heap - half.cached) : Number.POSITIVE_INFINITY;
    tally.record(grown < mostGrowth, `what is in no cache grew by ${inMiB(grown)} over the second half`);
    const found = await environment.engines.pool?.query<{ records: number; largest: number; seconds: number }>(
      `select count(*)::int as records, max(length(payload::text)) as largest, max(extract(epoch from expires_at - now()))::int as seconds
       from oidc_records where kind = 'Interaction'`,
    );
    const { records, largest, seconds } = found?.rows[0] ?? { records: 0, largest: 0, seconds: 0 };
    const isBounded = records > 0 && largest <= longestRecord && seconds <= recordLife;
    tally.record(isBounded, `${records} sign-ins that were begun left records of ${largest} characters at most, for ${seconds} seconds at most`);
  },
};
