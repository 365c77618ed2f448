import { api } from '@waystory/client/api.ts';
import { connection } from '@waystory/client/connection.ts';
import { chatTransport } from './chat-transport.ts';
import { Conversation } from './conversation.ts';
import { storyRefresh } from './story-refresh.ts';
import { refreshThread } from './threads.query.ts';
import { callsEndedBy, writtenBy } from './tool-calls.ts';

/** A stream that broke off is read on so often, with pauses that double from this one on, milliseconds. */
const mostTimes = 6;
const firstPause = 300;

/** The one conversation of this tab. It goes on while its panel is closed. */
export const conversation = new Conversation({
  transport: chatTransport(),
  stopAnswer: (threadId) => api.stopChat({ params: { threadId } }),
  refresh: refreshThread,
  // While the product is away there is nothing to read; when it is back, it is read on below.
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
    const written = writtenBy(call);
    if (written) storyRefresh.written(written.itineraryId, written.stopIds);
  }
});
