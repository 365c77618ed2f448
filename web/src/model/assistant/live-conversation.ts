import { api } from '@waystory/client/api.ts';
import { connection } from '@waystory/client/connection.ts';
import { chatTransport } from './chat-transport.ts';
import { Conversation } from './conversation.ts';
import { storyRefresh } from './story-refresh.ts';
import { refreshThread } from './threads.query.ts';
import { callsEndedBy, idsWrittenBy } from './tool-calls.ts';

/** Largest number of attempts to resume a broken stream, and pause before the first, milliseconds. The pause doubles with each attempt. */
const mostTimes = 6;
const firstPause = 300;

/** The single conversation of this tab, which continues while its panel is closed. */
export const conversation = new Conversation({
  transport: chatTransport(),
  stopAnswer: (threadId) => api.stopChat({ params: { threadId } }),
  refresh: refreshThread,
  // No attempt during an outage; the handler below resumes after the reconnection.
  mayReadOn: async (time) => {
    if (time >= mostTimes || connection.isAway()) return false;
    await new Promise((resolve) => setTimeout(resolve, firstPause * 2 ** time));
    return !connection.isAway();
  },
});

connection.onReturn(() => {
  if (conversation.state.problem?.kind === 'cut') void conversation.resume();
});

conversation.onParts((parts, { answer }) => {
  for (const call of callsEndedBy(parts, answer)) {
    const written = idsWrittenBy(call);
    if (written) storyRefresh.written(written.itineraryId, written.stopIds);
  }
});
