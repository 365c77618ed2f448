import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { ArrowDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
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
  const lastQuestion = messages.findLast(({ role }) => role === 'user');
  const canAsk = !isBusy && !hasNoCredits;
  const retry = canAsk && lastQuestion ? () => onSend(lastQuestion.content) : undefined;
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
            return (
              <li key={`${index}`} className={isLast ? undefined : 'assistant-message'}>
                {message.role === 'user' ? (
                  <UserMessage text={message.content} onEdit={canAsk ? () => onEdit(message.content) : undefined} />
                ) : (
                  <AssistantMessage
                    message={message}
                    isLast={isLast}
                    isComing={isLast && isBusy}
                    onRetry={isLast ? retry : undefined}
                    onGoOn={isLast && canAsk ? onSend : undefined}
                  />
                )}
              </li>
            );
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

const Loading = () => (
  <SkeletonGroup className="flex flex-col gap-4 py-4">
    <Skeleton className="ml-auto h-10 w-2/3" />
    <Skeleton className="h-24" />
    <Skeleton className="ml-auto h-10 w-1/2" />
    <Skeleton className="h-32" />
  </SkeletonGroup>
);
