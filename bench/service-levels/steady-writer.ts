import { setTimeout as pause } from 'node:timers/promises';
import { askAs } from '../drills/environment/client.ts';
import { until } from '../drills/environment/progress.ts';
import { createWriter } from '../drills/environment/writer.ts';

/** Writes a second. */
const rate = 5;
const readWithinMs = 30_000;

/**
 * Somebody who goes on writing through the API while others make a load.
 * @returns how many stories were acknowledged, and how many of them cannot be read afterwards as they were acknowledged
 */
export async function keepWriting(port: number, token: string, stopping: AbortSignal): Promise<{ acknowledged: number; lost: number }> {
  const { ask, close } = askAs(port, token);
  try {
    const writer = createWriter(ask);
    while (!stopping.aborted) {
      const next = pause(1_000 / rate);
      await writer.write();
      await next;
    }
    const stories = writer.acknowledged();
    let lost = 0;
    for (const { id, title, position } of stories) {
      const isThere = async (): Promise<boolean> => {
        const { status, json } = await ask({ method: 'GET', path: `/api/itineraries/${id}`, headers: { 'x-after': String(position) } });
        return status === 200 && Object.is((json as { title: string }).title, title); // the product's own shape
      };
      if (!(await until(isThere, readWithinMs))) lost += 1;
    }
    return { acknowledged: stories.length, lost };
  } finally {
    close();
  }
}
