import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type pg from 'pg';

/** Whoever looks for what is left of an account. */
export interface ErasureLook {
  pool: pg.Pool;
  /** Ask for an address below the origin, each as somebody, one after the other. */
  askers: readonly ((url: string) => Promise<{ status: number; body: string }>)[];
}

/** Words that were answered, where, and how many answers there were. */
export interface Answered {
  words: Set<string>;
  where: string[];
  ok: number;
}

/** Those of some words that a text has; they are in lower case. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word));
}

/** Every row of every table of the database, by table. */
export async function tableTexts({ pool }: Pick<ErasureLook, 'pool'>): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found = new Map<string, string>();
  for (const { name } of rows) {
    // A build that was replaced may be dropped between the two questions.
    const dump = pool.query<{ all: string | null }>(`select string_agg(t::text, E'\n') as all from ${name} t`).catch(() => ({ rows: [] }));
    found.set(name, (await dump).rows[0]?.all ?? '');
  }
  return found;
}

/** Which tables have which of some words, as `table: word`. */
export const tableWords = async (look: Pick<ErasureLook, 'pool'>, words: readonly string[]): Promise<string[]> =>
  [...(await tableTexts(look))].flatMap(([name, text]) => wordsIn(text, words).map((word) => `${name}: ${word}`)).toSorted();

/** What is asked about, where there was something of an account. */
export interface AskedAbout {
  ids: readonly string[];
  words: readonly string[];
  /** Where its stops were. */
  spot: Coordinates;
}

/** Addresses of everything that can be asked for. */
export function readAddresses(definitions: readonly Pick<ServiceDefinition, 'routes' | 'openRoutes'>[], asked: AskedAbout): string[] {
  const routes = definitions.flatMap((definition) => [...definition.routes.map((bound) => bound.routes), ...(definition.openRoutes ?? [])]);
  const reads = routes.flatMap((some) => Object.values(some)).filter(({ method }) => method === 'GET');
  const paths = reads.flatMap(({ path }) => (path.includes(':') ? asked.ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]));
  return [...paths.flatMap((path) => questionsTo(path, asked).map((question) => `/api${path}${question}`)), ...tilesAround(asked.spot)];
}

function questionsTo(path: string, { words, spot: { latitude, longitude } }: AskedAbout): string[] {
  if (path.endsWith('/places/search')) return words.map((word) => `?q=${word}`);
  if (path.endsWith('/search')) return words.map((word) => `?q=${word}&limit=100`);
  if (/\/(by-bounds|in-view|stop-projections)$/.test(path))
    return [`?southWestLng=${longitude - 1}&southWestLat=${latitude - 1}&northEastLng=${longitude + 1}&northEastLat=${latitude + 1}`];
  if (path.endsWith('/nearest')) return [`?latitude=${latitude}&longitude=${longitude}`];
  return [''];
}

/** Tiles around a stop, from the world down. */
const tilesAround = ({ latitude, longitude }: Coordinates): string[] =>
  [0, 4, 9, 14].map((z) => {
    const radians = (latitude * Math.PI) / 180;
    const [x, y] = [longitude / 360 + 0.5, 0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)].map((part) => Math.floor(part * 2 ** z));
    return `/api/tiles/stops/${z}/${x}/${y}`;
  });

/**
 * Which of some words are in what is answered to anybody.
 * @throws Error at an answer that blames the product.
 */
export async function answeredWords({ askers }: Pick<ErasureLook, 'askers'>, urls: readonly string[], words: readonly string[]): Promise<Answered> {
  const answers: Answered = { words: new Set(), where: [], ok: 0 };
  for (const url of urls)
    for (const ask of askers) {
      const { status, body } = await ask(url);
      if (status >= 500) throw new Error(`${url} was answered with ${status}`);
      if (status === 200) answers.ok += 1;
      // A search says what was asked for.
      const found = wordsIn(body.replace(/"query":"[^"]*"/, ''), words);
      for (const word of found) answers.words.add(word);
      if (found.length > 0) answers.where.push(url);
    }
  return answers;
}
