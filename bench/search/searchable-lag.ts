import { setTimeout as pause } from 'node:timers/promises';
import { type Block, measure } from '../harness/measure.ts';
import { quantile } from '../harness/quantiles.ts';

/** Index of the script. */
export const bareIndex = 'bare-stories';
/** Elasticsearch makes what was written searchable once in so long; both arms have it. */
export const refreshInterval = '1s';

/** How often it is looked whether a write can be found, milliseconds, and how long after the last write that is given up. */
const lookEveryMs = 15;
const giveUpAfterMs = 20_000;

export interface Written {
  id: string;
}

/** A way from a write to the index. */
export interface Pipe {
  /** Where its documents are found, by their field `id`. */
  index: string;
  pids: readonly number[];
  /** Resolves with the id when the write is acknowledged. */
  write(title: string): Promise<string>;
}

interface Pace {
  /** Writes per second, sent by the clock whether or not earlier ones were answered. */
  rate: number;
  seconds: number;
}

let told = 0;

/** Milliseconds from each write's acknowledgement until it is found; what never is counts as skipped. */
export function pacedBlock(url: string, { index, pids, write }: Pipe, { rate, seconds }: Pace, skipped: (count: number) => void): Block {
  const count = Math.round(rate * seconds);
  return () =>
    measure(async () => {
      const waiting = new Map<string, number>();
      const lags: number[] = [];
      const begin = performance.now();
      const one = async (): Promise<void> => {
        waiting.set(await write(`Story ${told++} of many`), performance.now());
      };
      const sending = (async () => {
        const sent: Promise<void>[] = [];
        while (sent.length < count) {
          while (sent.length < count && sent.length <= ((performance.now() - begin) * rate) / 1000) sent.push(one());
          await pause(1);
        }
        await Promise.all(sent);
      })();
      let done = false;
      const sent = sending.then(() => {
        done = true;
      });
      for (let last = performance.now(); !done || waiting.size > 0; await pause(lookEveryMs)) {
        for (const id of await foundAmong(url, index, [...waiting.keys()])) {
          last = performance.now();
          lags.push(last - (waiting.get(id) ?? last));
          waiting.delete(id);
        }
        if (done && performance.now() - last > giveUpAfterMs) break;
      }
      await sent;
      skipped(waiting.size);
      return { operations: lags.length, seconds: (performance.now() - begin) / 1000, p50: quantile(lags, 0.5), p99: quantile(lags, 0.99) };
    }, pids);
}

interface Reply {
  hits: { hits: { fields: { id: [string] } }[] };
}

/** Which of these a search finds. */
async function foundAmong(url: string, index: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const body = JSON.stringify({ query: { terms: { id: ids } }, size: ids.length, _source: false, docvalue_fields: ['id'] });
  const response = await fetch(`${url}/${index}/_search`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!response.ok) throw new Error(`${index}: ${response.status} ${await response.text()}`);
  const { hits } = (await response.json()) as Reply; // what Elasticsearch answers to a search
  return hits.hits.map(({ fields }) => fields.id[0]);
}
