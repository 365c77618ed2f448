import type { ServerResponse } from 'node:http';
import { answer, begin, chunk, done, scriptedProvider } from '@waystory/services/assistant/scripted-provider.fixture.ts';
import { answerQuestions } from '../harness/worker.ts';
import { paceIn } from './pace.ts';
import { nextCall } from './stop-script.ts';

const word = ' another';
/** Until a tool is called, milliseconds. */
const beforeCall = 100;

/** Pieces by the clock: one that was late does not make the others late. */
function write(response: ServerResponse, question: string): void {
  const { first, pieces, every } = paceIn(question);
  const begun = performance.now();
  let written = 0;
  const next = (): void => {
    if (response.destroyed) return;
    if (written === pieces) {
      response.end(chunk({}, 'stop') + done);
      return;
    }
    if (written === 0) begin(response, word);
    else response.write(chunk({ content: word }));
    written += 1;
    setTimeout(next, Math.max(0, begun + first + written * every - performance.now()));
  };
  setTimeout(next, first);
}

/** An endpoint of chat completions in a process of its own, that answers at the pace that it is asked for, or calls the tools that add stops. */
const { url, stop } = await scriptedProvider((messages) => {
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const call = nextCall(question, messages);
  return (response) => void (call ? setTimeout(answer, beforeCall, response, { calls: [call] }) : write(response, question));
});

answerQuestions(async () => Number(new URL(url).port), stop);
