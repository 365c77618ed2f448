import { setTimeout as pause } from 'node:timers/promises';
import { type Ask, askAs } from '../cluster/ask.ts';

/** What people do all the time, without which shares of it mean nothing: this often a second. */
const perSecond = { reads: 6, writes: 2, questions: 1 / 20 };

export interface BackgroundLoad {
  stop(): Promise<void>;
}

/** Reads and writes at a steady rate through the gateway until it is stopped; what comes back is for the metrics to tell. */
export function startBackgroundLoad(port: number, token: string): BackgroundLoad {
  const stopping = new AbortController();
  const { ask, close } = askAs(port, token);
  const running = Promise.all([
    repeat(perSecond.reads, () => read(ask), stopping.signal),
    repeat(perSecond.writes, () => write(ask), stopping.signal),
    repeat(perSecond.questions, () => question(ask), stopping.signal),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
      close();
    },
  };
}

/** Sent by the clock, whether or not the one before was answered. */
async function repeat(rate: number, work: () => Promise<unknown>, stopping: AbortSignal): Promise<void> {
  const open = new Set<Promise<unknown>>();
  while (!stopping.aborted) {
    const one: Promise<unknown> = work().finally(() => open.delete(one));
    open.add(one);
    await pause(1_000 / rate, undefined, { signal: stopping }).catch(() => {});
  }
  await Promise.all(open);
}

let written = 0;
const read = (ask: Ask) => ask({ method: 'GET', path: '/api/itinerary-projections?limit=5', headers: { 'cache-control': 'no-cache' } });
/** To the assistant; without credits it is refused, and then nothing is measured. */
const question = (ask: Ask) =>
  ask({ method: 'POST', path: '/api/chat', body: { messages: [{ role: 'user', content: 'What is there to see in Lisbon?' }] } });
async function write(ask: Ask): Promise<void> {
  const { position } = await ask({ method: 'POST', path: '/api/itineraries', body: { title: `Background ${++written}`, visibility: 'PUBLIC' } });
  if (position > 0) await ask({ method: 'GET', path: '/api/itineraries?limit=1', headers: { 'x-after': String(position) } });
}
