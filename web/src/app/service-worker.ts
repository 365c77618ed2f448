import { pageAtRest } from '@waystory/client/page-at-rest.ts';
import { savesData } from '../lib/saves-data.ts';
import { answerCache } from '../model/answer-cache.ts';

/** Registers the service worker, which caches the app for offline use. Waits for an idle page, so that the first visit is not slowed. */
export async function keepApp(): Promise<void> {
  await pageAtRest();
  answerCache.tidy().catch((error: unknown) => console.info('What was kept stays', error));
  // The development server has no such file.
  if (!import.meta.env.PROD || !navigator.serviceWorker || savesData()) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.info('The app is not kept', error));
}
