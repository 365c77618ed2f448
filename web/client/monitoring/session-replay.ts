import { replayIntegration } from '@sentry/browser';
import type { Integration } from './monitoring-service.ts';

/** Records what happens on the page without what it says: every text, input and picture is masked before it leaves the browser. */
export const sessionReplay = (): Integration => replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true });
