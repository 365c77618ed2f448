import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Rejected } from '@waystory/infra/errors.ts';
import type { ReadableText } from './readable-text.ts';

/** Longest that a page is looked through, milliseconds. */
const patienceMs = 10_000;
/** Megabytes that looking through a page may take. */
const memory = 256;

/**
 * What there is to read on a page. Anybody may have written it, so as to take for ever or all memory: it is read in a thread of its own, which is
 * ended when that is so.
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
    return read as ReadableText; // the only message of the thread
  } catch {
    throw new Rejected('page/not-readable');
  } finally {
    await thread.terminate();
  }
}
