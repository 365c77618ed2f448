import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { ArrowDown } from 'lucide-react';
import { memo, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantMessage } from './assistant-message.tsx';
import { Generating } from './generating.tsx';
import type { Assistant } from './use-assistant.ts';
import { useEndInView } from './use-end-in-view.ts';
import { UserMessage } from './user-message.tsx';

interface MessageListProps {
  ref: RefObject<HTMLDivElement | null>;
  assistant: Assistant;
  onSend: (text: string) => void;
  onEdit: (text: string) => void;
  /** Stands where there are no messages. */
  children: ReactNode;
}

/** The thread, with its end in view until somebody scrolls up. */
export function MessageList({ ref, assistant, onSend, onEdit, children }: MessageListProps) {
  const { t } = useTranslation('assistant');
  const { messages, isBusy, hasNoCredits, state, isLoading } = assistant;
  const { isAtEnd, toEnd } = useEndInView(ref, messages, state.threadId);
  const lastQuestion = messages.findLast(({ role }) => role === 'user')?.content;
  const canAsk = !isBusy && !hasNoCredits;
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
          {messages.map((message, index) => {
            const isLast = index === messages.length - 1;
            const question = isLast ? lastQuestion : undefined;
            // Its place is what stays when the server gives it an id.
            return <Row key={`${index}`} {...{ message, isLast, question, canAsk, isBusy, onSend, onEdit }} isComing={isLast && isBusy} />;
          })}
          {isBusy && messages.at(-1)?.role === 'user' && (
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

interface RowProps extends Pick<MessageListProps, 'onSend' | 'onEdit'> {
  message: ChatMessage;
  isLast: boolean;
  isComing: boolean;
  canAsk: boolean;
  isBusy: boolean;
  /** What the last answer is to. */
  question: string | undefined;
}

/** Stays as it is while the last one grows. */
const Row = memo(({ message, isLast, isComing, canAsk, isBusy, question, onSend, onEdit }: RowProps) => (
  <li className={isLast ? undefined : 'assistant-message'}>
    {message.role === 'user' ? (
      <UserMessage text={message.content} onEdit={canAsk ? () => onEdit(message.content) : undefined} />
    ) : (
      <AssistantMessage
        message={message}
        isLast={isLast}
        isComing={isComing}
        onRetry={canAsk && question ? () => onSend(question) : undefined}
        onGoOn={isLast && canAsk ? onSend : undefined}
        isBusy={isBusy}
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
