import { setTimeout as pause } from 'node:timers/promises';
import { type Ask, type Asked, askAs } from '../drills/environment/client.ts';

/** Stories that are written in turn; those of one wait for each other, so that it is known which title came last. */
const storyCount = 64;
/** Reads that were refused because the write was not there yet are asked again after so long, milliseconds. */
const againAfterMs = 5;

export interface PacedWrites {
  /** From each write's acknowledgement until a read that asks for it was answered with it, milliseconds. */
  lags: number[];
  /** Writes that were not acknowledged, or never readable. */
  lost: number;
  /** Writes a second that were acknowledged and read back, until the last of them was. */
  rate: number;
}

interface Server {
  port: number;
  token: string;
}

/** Changes stories by the clock, whatever the answers take, and reads each back as soon as the change is acknowledged. */
export async function paceWrites({ port, token }: Server, ratePerSecond: number, seconds: number): Promise<PacedWrites> {
  const { ask, close } = askAs(port, token);
  try {
    const stories = await makeStories(ask);
    const lags: number[] = [];
    let lost = 0;
    const count = ratePerSecond * seconds;
    const started = performance.now();
    const running = stories.map(() => Promise.resolve());
    for (let turn = 0; turn < count; turn++) {
      const wait = started + (turn * 1_000) / ratePerSecond - performance.now();
      if (wait > 0) await pause(wait);
      const story = turn % stories.length;
      const write = async (): Promise<void> => {
        const lag = await writeAndRead(ask, stories[story] ?? '', `Title ${turn}`);
        if (lag === null) lost += 1;
        else lags.push(lag);
      };
      running[story] = running[story]?.then(write) ?? write();
    }
    await Promise.all(running);
    return { lags, lost, rate: lags.length / ((performance.now() - started) / 1_000) };
  } finally {
    close();
  }
}

async function makeStories(ask: Ask): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < storyCount; n++) {
    const { status, json, position } = await ask({ method: 'POST', path: '/api/itineraries', body: { title: `Story ${n}` } });
    if (status !== 201) throw new Error(`A story was answered with ${status}`);
    const { id } = json as { id: string }; // the product's own shape
    await readBack(ask, id, position, `Story ${n}`);
    ids.push(id);
  }
  return ids;
}

/** Milliseconds from the acknowledgement to the read; null when either was refused for good. */
async function writeAndRead(ask: Ask, id: string, title: string): Promise<number | null> {
  const { status, position } = await ask({ method: 'PATCH', path: `/api/itineraries/${id}`, body: { title } });
  if (status !== 200) return null;
  const acknowledged = performance.now();
  return (await readBack(ask, id, position, title)) ? performance.now() - acknowledged : null;
}

/** Reads until it is answered. @throws Error when the answer is older than what was asked for. */
async function readBack(ask: Ask, id: string, position: number, title: string): Promise<boolean> {
  const read: Asked = { method: 'GET', path: `/api/itineraries/${id}`, headers: { 'x-after': String(position), 'cache-control': 'no-cache' } };
  for (let tries = 0; tries < 10; tries++) {
    const { status, json } = await ask(read);
    if (status === 200) {
      const seen = (json as { title: string }).title; // the product's own shape
      if (seen !== title) throw new Error(`${title} was acknowledged, ${seen} read`);
      return true;
    }
    if (status !== 503) return false;
    await pause(againAfterMs);
  }
  return false;
}
