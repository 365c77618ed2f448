import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { ArrowDown } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStable } from '../../lib/use-stable.ts';
import { AssistantMessage } from './assistant-message.tsx';
import { Generating } from './generating.tsx';
import type { Assistant } from './use-assistant.ts';
import { useEndInView } from './use-end-in-view.ts';
import { useLatest } from './use-latest.ts';
import { UserMessage } from './user-message.tsx';

interface MessageListProps {
  ref: RefObject<HTMLDivElement | null>;
  assistant: Assistant;
  /** Asks something in the place of a message, with all after it; answers whether that arrived. */
  onReplace: (text: string, messageId: string) => Promise<boolean>;
  onGoOn: () => void;
  /** Stands where there are no messages. */
  children: ReactNode;
}

/** The thread, with its end in view until somebody scrolls up. */
export function MessageList({ ref, assistant, onReplace, onGoOn, children }: MessageListProps) {
  const { t } = useTranslation('assistant');
  const { messages, places, isBusy, hasNoCredits, state, isLoading } = assistant;
  const { from, top } = useLatest(ref, messages.length, state.threadId);
  const { isAtEnd, toEnd } = useEndInView(ref, messages, state.threadId);
  const lastQuestion = messages.findLast(({ role }) => role === 'user');
  const [draft, setDraft] = useState<{ id: string; text: string } | null>(null);
  const replace = useStable((text: string, id: string): void => {
    // What does not arrive is still in the field.
    setDraft((now) => now && { ...now, text });
    void onReplace(text, id).then((isTaken) => isTaken && setDraft(null));
  });
  const edit = useStable((id: string, text: string | null): void => setDraft(text === null ? null : { id, text }));
  const canAsk = !isBusy && !hasNoCredits;
  // Of an answer that was asked for nothing is here: the message before it is the last.
  const isWaiting = isBusy && (messages.at(-1)?.role === 'user' || (state.status === 'submitted' && !state.answer));
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('messages')}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-4 focus-visible:outline-none focus-visible:shadow-[inset_0_2px_0_var(--focus)]"
      >
        {children}
        {isLoading && <Loading />}
        <ol className="flex flex-col gap-5 py-4 empty:hidden">
          {from > 0 && <li ref={top} aria-hidden="true" />}
          {messages.slice(from).map((message, at) => {
            const index = from + at;
            const isLast = index === messages.length - 1;
            return (
              <Row
                // Its place is what stays when the server gives it an id.
                key={`${index}`}
                {...{ message, places, isLast, canAsk, onGoOn }}
                question={isLast ? lastQuestion : undefined}
                draft={draft?.id === message.id ? draft.text : null}
                onEdit={edit}
                onReplace={replace}
                isComing={isLast && isBusy && !isWaiting}
                canDecide={isLast && !isBusy}
              />
            );
          })}
          {isWaiting && (
            <li>
              <Generating />
            </li>
          )}
        </ol>
      </div>
      {!isAtEnd && (
        <Button variant="floating" size="icon-sm" aria-label={t('toEnd')} onClick={toEnd} className="absolute bottom-2 left-1/2 -translate-x-1/2">
          <ArrowDown aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

interface RowProps extends Pick<MessageListProps, 'onGoOn'> {
  message: ChatMessage;
  places: ReadonlyMap<string, string>;
  isLast: boolean;
  isComing: boolean;
  canAsk: boolean;
  canDecide: boolean;
  /** What the last answer is to. */
  question: ChatMessage | undefined;
  /** What is written in the place of this message. */
  draft: string | null;
  onEdit: (id: string, draft: string | null) => void;
  onReplace: (text: string, id: string) => void;
}

/** Stays as it is while the last one grows. */
const Row = memo(({ message, places, isLast, isComing, canAsk, canDecide, question, draft, onEdit, onReplace, onGoOn }: RowProps) => (
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
        canDecide={canDecide}
        onRetry={canAsk && question ? () => onReplace(question.content, question.id) : undefined}
        onGoOn={isLast && canAsk ? onGoOn : undefined}
      />
    )}
  </li>
));

const Loading = () => (
  <SkeletonGroup className="flex flex-col gap-4 py-4">
    <Skeleton className="ml-auto h-10 w-2/3" />
    <Skeleton className="h-24" />
    <Skeleton className="ml-auto h-10 w-1/2" />
    <Skeleton className="h-32" />
  </SkeletonGroup>
);
