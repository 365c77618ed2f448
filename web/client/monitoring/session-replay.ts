import { replayIntegration } from '@sentry/browser';
import type { Integration } from './monitoring-service.ts';

/** Records a session with every text, input and picture masked before it leaves the browser. */
export const sessionReplay = (): Integration => replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true });
