import { type AdminRoutes, outlines, reachable } from '@waystory/admin/src/catalogue/catalogue.ts';
import { type AdminDataProvider, createDataProvider } from '@waystory/admin/src/data/data-provider.ts';
import { clientOn } from '@waystory/proto/kit/client.ts';
import type { Product } from '../harness/product.ts';
import { quantile } from '../harness/quantiles.ts';
import { numberText } from '../harness/report.ts';
import type { Figure } from '../home/figures.ts';
import { type Question, questionsOver } from './questions.ts';

const perPage = 25;
const [first, late] = [1, 100];
/** The last page that has a number. */
const lastNumbered = reachable / perPage + 1;
const barMs = 150;

/** The data provider of the admin app, as an administrator; every answer is made anew. */
function providerOn({ port, token }: Product): AdminDataProvider {
  const client = clientOn<AdminRoutes>(outlines, {
    baseUrl: `http://127.0.0.1:${port}/api`,
    token: async () => token,
    fetch: (address, init) => fetch(address, { ...init, headers: { ...(init?.headers as Record<string, string>), 'cache-control': 'no-cache' } }), // the client gives a plain object
  }) as unknown as Record<string, (sent: object) => Promise<unknown>>; // called by names in the catalogue
  return createDataProvider({
    send: (route, sent) => client[route]?.(sent) ?? Promise.reject(new Error(`There is no route ${route}`)),
    role: () => 'admin',
    onConflict: async () => 'back',
  });
}

/** Milliseconds until a page is there. @throws Error when it is not full */
async function pageMs(provider: AdminDataProvider, { name, order, filter }: Question, page: number, turn: number): Promise<number> {
  const begin = performance.now();
  const { data } = await provider.getList('posts', { pagination: { page, perPage }, sort: { field: 'createdAt', order }, filter: filter(turn) });
  const took = performance.now() - begin;
  if (data.length !== perPage) throw new Error(`${name}: page ${page} has ${data.length} comments`);
  return took;
}

/** Lists over very many comments, each page reached as the admin app reaches it: by its number, and beyond that from the end of the one before. */
export async function deepPages(product: Product, comments: number, samples: number): Promise<Figure[]> {
  const provider = providerOn(product);
  const taken = new Map<string, { question: Question; page: number; all: number[] }>();
  // What is asked alternates, so that a busy moment is no question's alone; the first turn does not count.
  for (let turn = 0; turn <= samples; turn++)
    for (const question of questionsOver(comments)) {
      if (question.isDeep) await pageMs(provider, question, lastNumbered, turn);
      for (const page of [first, late, ...(question.isDeep ? [lastNumbered + 1] : [])]) {
        const took = await pageMs(provider, question, page, turn);
        const name = `${question.name}, page ${page}`;
        const { all } = taken.get(name) ?? { all: [] };
        taken.set(name, { question, page, all: turn > 0 ? [...all, took] : all });
      }
    }
  return Array.from(taken, ([name, { page, all }]): Figure => {
    const p50 = quantile(all, 0.5);
    return {
      name,
      value: p50,
      text: `p50 ${numberText(p50)} ms, p99 ${numberText(quantile(all, 0.99))}`,
      atMost: page > late ? null : barMs,
      barText: `p50 <= ${barMs} ms`,
    };
  });
}
