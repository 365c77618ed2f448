import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { ArrowDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Generating } from './generating.tsx';
import { MessageRow } from './message-row.tsx';
import type { Assistant } from './use-assistant.ts';
import { useEndInView } from './use-end-in-view.ts';
import { useLatest } from './use-latest.ts';
import { useReplacement } from './use-replacement.ts';

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
  const { draft, edit, replace } = useReplacement(onReplace);
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
            const isLast = from + at === messages.length - 1;
            return (
              <MessageRow
                // Its place is what stays when the server gives it an id.
                key={`${from + at}`}
                {...{ message, places, isLast, canAsk, isBusy, onGoOn }}
                question={isLast ? lastQuestion : undefined}
                draft={draft?.id === message.id ? draft.text : null}
                onEdit={edit}
                onReplace={replace}
                isComing={isLast && isBusy && !isWaiting}
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
      {!isAtEnd && <ToEnd onClick={toEnd} />}
    </div>
  );
}

function ToEnd({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('assistant');
  return (
    <Button variant="floating" size="icon-sm" aria-label={t('toEnd')} onClick={onClick} className="absolute bottom-2 left-1/2 -translate-x-1/2">
      <ArrowDown aria-hidden="true" />
    </Button>
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
