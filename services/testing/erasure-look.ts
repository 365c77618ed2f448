import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type pg from 'pg';

/** Access to a product, for a search for remains of an account. */
export interface ErasureSearch {
  pool: pg.Pool;
  /** Functions that send a GET request, each as a different caller. */
  askers: readonly ((url: string) => Promise<{ status: number; body: string }>)[];
}

/** Words found in answers, the URLs of those answers, and the number of answers with status 200. */
export interface WordsInAnswers {
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
export async function tableTexts({ pool }: Pick<ErasureSearch, 'pool'>): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found = new Map<string, string>();
  for (const { name } of rows) {
    // A build of a read model may be dropped between the two queries.
    const dump = pool.query<{ all: string | null }>(`select string_agg(t::text, E'\n') as all from ${name} t`).catch(() => ({ rows: [] }));
    found.set(name, (await dump).rows[0]?.all ?? '');
  }
  return found;
}

/** Tables that contain a word, as `table: word`. */
export const wordsInTables = async (look: Pick<ErasureSearch, 'pool'>, words: readonly string[]): Promise<string[]> =>
  [...(await tableTexts(look))].flatMap(([name, text]) => wordsIn(text, words).map((word) => `${name}: ${word}`)).toSorted();

/** Ids, words and coordinates that are put into the requests. */
export interface RequestValues {
  ids: readonly string[];
  words: readonly string[];
  /** Coordinates of the stops. */
  spot: Coordinates;
}

/** URL paths of all GET routes, with every id, and with queries for searches, bounding boxes and tiles. */
export function urlsOfGetRoutes(definitions: readonly Pick<ServiceDefinition, 'routes' | 'openRoutes'>[], asked: RequestValues): string[] {
  const routes = definitions.flatMap((definition) => [...definition.routes.map((bound) => bound.routes), ...(definition.openRoutes ?? [])]);
  const reads = routes.flatMap((some) => Object.values(some)).filter(({ method }) => method === 'GET');
  const paths = reads.flatMap(({ path }) => (path.includes(':') ? asked.ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]));
  return [...paths.flatMap((path) => questionsTo(path, asked).map((question) => `/api${path}${question}`)), ...tilesAround(asked.spot)];
}

function questionsTo(path: string, { words, spot: { latitude, longitude } }: RequestValues): string[] {
  if (path.endsWith('/places/search')) return words.map((word) => `?q=${word}`);
  if (path.endsWith('/search')) return words.map((word) => `?q=${word}&limit=100`);
  if (/\/(by-bounds|in-view|stop-projections)$/.test(path))
    return [`?southWestLng=${longitude - 1}&southWestLat=${latitude - 1}&northEastLng=${longitude + 1}&northEastLat=${latitude + 1}`];
  if (path.endsWith('/nearest')) return [`?latitude=${latitude}&longitude=${longitude}`];
  return [''];
}

/** Tiles that contain a stop, at zoom levels 0, 4, 9 and 14. */
const tilesAround = ({ latitude, longitude }: Coordinates): string[] =>
  [0, 4, 9, 14].map((z) => {
    const radians = (latitude * Math.PI) / 180;
    const [x, y] = [longitude / 360 + 0.5, 0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)].map((part) => Math.floor(part * 2 ** z));
    return `/api/tiles/stops/${z}/${x}/${y}`;
  });

/**
 * Requests all URLs as all callers, and returns the words that occur in any answer.
 * @throws Error for an answer of status 5xx.
 */
export async function wordsInAnswers(
  { askers }: Pick<ErasureSearch, 'askers'>,
  urls: readonly string[],
  words: readonly string[],
): Promise<WordsInAnswers> {
  const answers: WordsInAnswers = { words: new Set(), where: [], ok: 0 };
  for (const url of urls)
    for (const ask of askers) {
      const { status, body } = await ask(url);
      if (status >= 500) throw new Error(`${url} was answered with ${status}`);
      if (status === 200) answers.ok += 1;
      // The answer of a search contains its query, which is no finding.
      const found = wordsIn(body.replace(/"query":"[^"]*"/, ''), words);
      for (const word of found) answers.words.add(word);
      if (found.length > 0) answers.where.push(url);
    }
  return answers;
}
