import { Button } from '@waystory/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import { AnswerPlaceholder } from './generating.tsx';
import { MessageRow } from './message-row.tsx';
import type { Assistant } from './use-assistant.ts';

interface MessageListProps {
  ref: RefObject<HTMLDivElement | null>;
  assistant: Assistant;
  /** Replaces a message and all later messages by a new question. Resolves to true when the question was sent. */
  onReplace: (text: string, messageId: string) => Promise<boolean>;
  onGoOn: () => void;
  /** Empty state of the list. */
  children: ReactNode;
}

/** Messages of the thread. The list stays scrolled to its end until the reader scrolls up. */
export function MessageList({ ref, assistant, onReplace, onGoOn, children }: MessageListProps) {
  const { t } = useTranslation('assistant');
  const { messages, places, isBusy, hasNoCredits, state, isLoading } = assistant;
  const { from, top } = useLatest(ref, messages.length, state.threadId);
  const { isAtEnd, toEnd } = useEndInView(ref, messages, state.threadId);
  const lastQuestion = messages.findLast(({ role }) => role === 'user');
  const { draft, edit, replace } = useReplacement(onReplace);
  const canAsk = !isBusy && !hasNoCredits;
  // True until the requested answer has content: until then, the last message precedes the answer.
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
                // The index is the key, because the server later replaces the id of a new message.
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
              <AnswerPlaceholder />
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
    <Button
      icon={<ArrowDown />}
      variant="floating"
      size="icon-sm"
      aria-label={t('toEnd')}
      onClick={onClick}
      className="absolute bottom-2 left-1/2 -translate-x-1/2"
    />
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

/** Largest scroll distance from the end at which the list follows new content, pixels. */
const nearEnd = 48;

/** Keeps a growing list scrolled to its end, unless the reader scrolled away. */
function useEndInView(list: RefObject<HTMLElement | null>, content: unknown, thread: string | null) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const toEnd = useCallback((): void => {
    follows.current = true;
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [list]);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = (): void => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
      setAtEnd(follows.current);
    };
    const grown = new ResizeObserver(() => follows.current && toEnd());
    for (const child of element.children) grown.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      grown.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, toEnd]);
  // New content may have made the list longer.
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [content, toEnd]);
  // A newly opened thread is scrolled to its end.
  useLayoutEffect(() => toEnd(), [thread, toEnd]);
  return { isAtEnd, toEnd };
}

/** Page size: messages shown at first, and added per step. */
const pageSize = 60;
/** Root margin: earlier messages are rendered before the reader reaches them. */
const ahead = '600px 0px 0px';

/**
 * Renders the latest messages of a thread; earlier ones follow on scrolling up. A thread of thousands of messages therefore opens as fast as a short
 * one.
 */
function useLatest(list: RefObject<HTMLElement | null>, count: number, thread: string | null) {
  const isLoaded = count > 0;
  const [shown, setShown] = useState({ thread, isLoaded, from: 0 });
  if (shown.thread !== thread || shown.isLoaded !== isLoaded || (shown.from > 0 && count <= shown.from))
    setShown({ thread, isLoaded, from: Math.max(0, count - pageSize) });
  const { from } = shown;
  const top = useRef<HTMLLIElement>(null);
  /** Distance from the scroll position to the end, before earlier messages were added above, pixels. */
  const toEnd = useRef<number | null>(null);
  useEffect(() => {
    const { current: element } = top;
    const { current: root } = list;
    if (from === 0 || !element || !root) return;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        toEnd.current = root.scrollHeight - root.scrollTop;
        setShown((now) => ({ ...now, from: Math.max(0, now.from - pageSize) }));
      },
      { root, rootMargin: ahead },
    );
    seen.observe(element);
    return () => seen.disconnect();
  }, [list, from]);
  useLayoutEffect(() => {
    const { current: root } = list;
    if (root && toEnd.current !== null) root.scrollTop = root.scrollHeight - toEnd.current;
    toEnd.current = null;
  }, [list, from]);
  return { from, top };
}

/** Replacement text for a message. */
interface Draft {
  /** Identifier of the message. */
  id: string;
  text: string;
}

/** Edits a message in place and sends it as a new question. A text that fails to send stays in the field. */
function useReplacement(onReplace: (text: string, messageId: string) => Promise<boolean>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const edit = useStableCallback((id: string, text: string | null): void => setDraft(text === null ? null : { id, text }));
  const replace = useStableCallback((text: string, id: string): void => {
    setDraft((now) => now && { ...now, text });
    void onReplace(text, id).then((isTaken) => isTaken && setDraft(null));
  });
  return { draft, edit, replace };
}
