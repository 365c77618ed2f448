import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type pg from 'pg';

/** Access to a product for a search of an account's remains. */
export interface ErasureLook {
  pool: pg.Pool;
  /** Each sends a GET below the origin as another caller, one request at a time. */
  askers: readonly ((url: string) => Promise<{ status: number; body: string }>)[];
}

/** Found words with their places, and the number of successful answers. */
export interface Answered {
  words: Set<string>;
  where: string[];
  ok: number;
}

/** The words, in lower case, that occur in a text. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word));
}

/** All rows of all tables as text, by table. */
export async function tableTexts({ pool }: Pick<ErasureLook, 'pool'>): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found = new Map<string, string>();
  for (const { name } of rows) {
    // A replaced build may be dropped between the two queries.
    const dump = pool.query<{ all: string | null }>(`select string_agg(t::text, E'\n') as all from ${name} t`).catch(() => ({ rows: [] }));
    found.set(name, (await dump).rows[0]?.all ?? '');
  }
  return found;
}

/** Tables that contain a word, as `table: word`. */
export const tableWords = async (look: Pick<ErasureLook, 'pool'>, words: readonly string[]): Promise<string[]> =>
  [...(await tableTexts(look))].flatMap(([name, text]) => wordsIn(text, words).map((word) => `${name}: ${word}`)).toSorted();

/** Ids and places that requests ask about. */
export interface AskedAbout {
  ids: readonly string[];
  words: readonly string[];
  /** Position of the stops. */
  spot: Coordinates;
}

/** Addresses of all readable resources. */
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
 * Words that occur in any answer.
 * @throws Error at a 5xx answer.
 */
export async function answeredWords({ askers }: Pick<ErasureLook, 'askers'>, urls: readonly string[], words: readonly string[]): Promise<Answered> {
  const answers: Answered = { words: new Set(), where: [], ok: 0 };
  for (const url of urls)
    for (const ask of askers) {
      const { status, body } = await ask(url);
      if (status >= 500) throw new Error(`${url} was answered with ${status}`);
      if (status === 200) answers.ok += 1;
      // A search repeats its query in the answer.
      const found = wordsIn(body.replace(/"query":"[^"]*"/, ''), words);
      for (const word of found) answers.words.add(word);
      if (found.length > 0) answers.where.push(url);
    }
  return answers;
}
