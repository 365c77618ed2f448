import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { memo } from 'react';
import { AssistantMessage } from './assistant-message.tsx';
import { UserMessage } from './user-message.tsx';

interface MessageRowProps {
  message: ChatMessage;
  places: ReadonlyMap<string, string>;
  isLast: boolean;
  isComing: boolean;
  canAsk: boolean;
  /** Something is being answered. */
  isBusy: boolean;
  /** What the last answer is to. */
  question: ChatMessage | undefined;
  /** What is written in the place of this message. */
  draft: string | null;
  onEdit: (id: string, draft: string | null) => void;
  onReplace: (text: string, id: string) => void;
  onGoOn: () => void;
}

/** Stays as it is while the last one grows. */
export const MessageRow = memo(
  ({ message, places, isLast, isComing, canAsk, isBusy, question, draft, onEdit, onReplace, onGoOn }: MessageRowProps) => (
    <li className={isLast ? undefined : 'assistant-message'}>
      {message.role === 'user' ? (
        <UserMessage
          text={message.content}
          draft={draft}
          onEdit={canAsk ? (text) => onEdit(message.id, text) : undefined}
          onSend={(text) => onReplace(text, message.id)}
        />
      ) : (
        <AssistantMessage
          message={message}
          isLast={isLast}
          isComing={isComing}
          places={places}
          isBusy={isBusy}
          onRetry={canAsk && question ? () => onReplace(question.content, question.id) : undefined}
          onGoOn={isLast && canAsk ? onGoOn : undefined}
        />
      )}
    </li>
  ),
);
