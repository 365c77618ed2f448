import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { AnswerOutcome } from '@waystory/proto/assistant/thread.ts';

/**
 * Says on the wire how an answer ended whose model did not say so itself: a stream that merely stops looks whole to clients of the AI SDK.
 * Null for one that is whole.
 */
export function lastPartOf(outcome: AnswerOutcome, code: string | null): DataStreamPart | null {
  switch (outcome) {
    case 'FINISHED':
      return null;
    case 'STOPPED':
      return { type: 'finish_message', value: { finishReason: 'other' } };
    case 'FAILED':
      return { type: 'error', value: code ?? 'chat/failed' };
    case 'INTERRUPTED':
      return { type: 'error', value: 'chat/interrupted' };
    default:
      return outcome satisfies never;
  }
}

/** Whether lines of a stream hold its last part. */
export const holdsLastPart = (lines: string): boolean =>
  lines.split('\n').some((line) => line !== '' && ['finish_message', 'error'].includes(dataStream.decode(line).type));
