import { savesData } from '../lib/saves-data.ts';
import { answerCache } from '../model/answer-cache.ts';

const whenLoaded = (run: () => void): void => {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run, { once: true });
};

/** Lets the browser keep the app for when there is no network. After the page: the first visit does not pay for the second. */
export function keepApp(): void {
  whenLoaded(() => {
    answerCache.tidy().catch((error: unknown) => console.info('What was kept stays', error));
    // The development server has no such file.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => console.info('The app is not kept', error));
  });
}
