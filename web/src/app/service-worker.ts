import { pageAtRest } from '@waystory/client/page-at-rest.ts';
import { savesData } from '../lib/saves-data.ts';
import { answerCache } from '../model/answer-cache.ts';

/** Lets the browser keep the app for when there is no network. When the page is at rest: the first visit does not pay for the second. */
export async function keepApp(): Promise<void> {
  await pageAtRest();
  answerCache.tidy().catch((error: unknown) => console.info('What was kept stays', error));
  // The development server has no such file.
  if (!import.meta.env.PROD || !navigator.serviceWorker || savesData()) return;
  navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.info('The app is not kept', error));
}
