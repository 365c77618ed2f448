import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Rejected } from '@waystory/infra/errors.ts';
import type { ReadableText } from './readable-text.ts';

/** Timeout of reading a page, milliseconds. */
const patienceMs = 10_000;
/** Memory limit of reading a page, megabytes. */
const memory = 256;

/**
 * Readable content of a page. A hostile page may loop or exhaust memory, so it is read in a worker with limits.
 * @throws Rejected with `page/not-readable`.
 */
export async function readPage(page: { url: string; mediaType: string; text: string }, maxMs = patienceMs): Promise<ReadableText> {
  const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: { url: page.url, mediaType: page.mediaType, text: page.text },
    resourceLimits: { maxOldGenerationSizeMb: memory },
    env: {},
  });
  try {
    const [read] = await once(thread, 'message', { signal: AbortSignal.timeout(maxMs) });
    return read as ReadableText; // as: the only message of the worker
  } catch {
    throw new Rejected('page/not-readable');
  } finally {
    await thread.terminate();
  }
}
