import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';
import type { AnswerOutcome } from '@waystory/proto/assistant/thread.ts';

/**
 * Last stream part of an answer whose model did not send one; null for a finished answer. Without it, a cut stream looks complete to clients of the
 * AI SDK.
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

/** True when the lines contain the last part. */
export const holdsLastPart = (lines: string): boolean =>
  lines.split('\n').some((line) => line !== '' && ['finish_message', 'error'].includes(dataStream.decode(line).type));
