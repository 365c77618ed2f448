import { streamId } from '@waystory/infra/commands/decider.ts';
import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { threadEvents } from '@waystory/proto/assistant/thread.ts';
import { threadStream } from '../thread/thread.ts';
import { answerWatch } from './answer-watch.workflow.ts';

/** Starts watching every answer, also after a log was moved without its workflows. */
export const watchAnswers = ({ commands, workflows }: Pick<ReactorServices, 'commands' | 'workflows'>): Reactor =>
  defineReactor({
    name: 'watch-answers',
    reads: threadEvents,
    on: {
      AnswerBegun: async ({ stream, data: { messageId: answerId } }) => {
        const threadId = streamId(stream);
        const { state } = await commands.load(threadStream, threadId);
        // During a replay most answers have ended.
        if (state?.running?.messageId !== answerId) return;
        await workflows.start(answerWatch, `answer:${answerId}`, { threadId, answerId, accountId: state.accountId });
      },
    },
  });
