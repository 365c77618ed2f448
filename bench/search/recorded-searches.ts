import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { CorpusQuestion } from './corpus.ts';
import type { Find } from './searched-corpus.ts';

/** A search as it goes over the wire. */
interface Sent {
  path: string;
  body: string;
}

/** What is sent for each question, in turn; more than one where no document has all words. */
export type Recorded = ReadonlyMap<CorpusQuestion, readonly Sent[]>;

/** Every client in this process that is built on undici tells of its requests here. */
const requests = 'undici:request:create';

/** Finds as `find` does, and writes down what it sends. Questions are asked one after the other. */
export function recording(find: Find): { find: Find; recorded: Recorded } {
  const recorded = new Map<CorpusQuestion, Sent[]>();
  return {
    recorded,
    find: async (question) => {
      const sent: Sent[] = [];
      const listen = (message: unknown): void => {
        const { request } = message as { request: { path: string; body: unknown } }; // as undici documents it
        if (/\/_m?search/.test(request.path)) sent.push({ path: request.path, body: String(request.body) });
      };
      subscribe(requests, listen);
      const ids = await find(question).finally(() => unsubscribe(requests, listen));
      if (sent.length === 0) throw new Error(`Nothing was sent for ${question.q}`);
      recorded.set(question, sent);
      return ids;
    },
  };
}

interface Reply {
  /** Missing where several searches were sent at once, which only count. */
  hits?: { hits: { _source: { id: string } }[] };
}

/** Sends them with `fetch` and reads the answers. */
export function straight(url: string, recorded: Recorded): Find {
  return async (question) => {
    let ids: string[] = [];
    for (const { path, body } of recorded.get(question) ?? []) {
      const type = path.includes('/_msearch') ? 'application/x-ndjson' : 'application/json';
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      const { hits } = (await response.json()) as Reply; // what Elasticsearch answers to a search
      if (hits) ids = hits.hits.map(({ _source }) => _source.id);
    }
    return ids;
  };
}
