import { IconButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { ignoreInnerEscape, useReturnFocus } from '@waystory/ui/return-focus.ts';
import { History, MessageSquarePlus, Sparkles, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { ChatState } from '../../model/assistant/chat-state.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { useSignInGate } from '../../model/identity/sign-in-gate.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { CreditsNotice, DisclosureNotice, ProblemBox } from './panel-notices.tsx';
import { useAssistant } from './use-assistant.ts';
import { useChatUrlState } from './use-chat-address.ts';
import { useChatDraft } from './use-draft.ts';
import { AssistantWelcome } from './welcome.tsx';

// The history is loaded on demand, because few users open it.
const HistoryDialog = lazyPart(async () => (await import('./history-dialog.tsx')).HistoryDialog, 'nothing');

/** The travel assistant (spec 2.10): one conversation beside the page, or over it on a phone. */
export function AssistantPanel() {
  const { t } = useTranslation(['assistant', 'translation']);
  const address = useChatUrlState();
  const assistant = useAssistant(address);
  const [draft, setDraft] = useChatDraft(address, assistant.state.threadId);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const isDesktop = useIsDesktop();
  const { send, replace, goOn } = useAsking(address, setDraft);
  useFocus({ input, log, isBusy: assistant.isBusy, mayType: isDesktop });
  const toNewChat = (): void => {
    void conversation.stop().then(() => conversation.open(null));
    address.set({ chatThreadId: 'new', 'chat-input': undefined });
    input.current?.focus();
  };
  const { state, messages, isBusy, hasNoCredits } = assistant;
  return (
    <PanelFrame title={t('title')} onClose={address.close} initialFocus={isDesktop ? input : log}>
      <PanelHeader onNew={toNewChat} onHistory={() => setHistoryOpen(true)} onClose={address.close} />
      <DisclosureNotice key={state.threadId} assistant={assistant} />
      <MessageList ref={log} assistant={assistant} onReplace={replace} onGoOn={goOn}>
        {messages.length === 0 && !assistant.isLoading && (
          <AssistantWelcome itineraryId={address.itineraryId} onAsk={send} disabled={isBusy || hasNoCredits} />
        )}
      </MessageList>
      <ProblemBox assistant={assistant} onNew={toNewChat} />
      <CreditsNotice show={hasNoCredits} isOverPage={!isDesktop} />
      <Composer ref={input} text={draft} onChange={setDraft} onSend={send} isBusy={isBusy} disabled={isBusy || hasNoCredits} />
      <Answering state={state} />
      <Suspense>
        {isHistoryOpen && (
          <HistoryDialog
            open
            onOpenChange={setHistoryOpen}
            itineraryId={address.itineraryId}
            onChoose={(id) => address.set({ chatThreadId: id, 'chat-input': undefined })}
            onGone={() => address.set({ chatThreadId: 'new', 'chat-input': undefined })}
          />
        )}
      </Suspense>
    </PanelFrame>
  );
}

/**
 * Sends a question after the sign-in check. A question that fails to send returns to the input field. Replacements and continuations skip the check,
 * because an open thread implies a signed-in user.
 */
function useAsking({ itineraryId, set }: ReturnType<typeof useChatUrlState>, setDraft: (text: string) => void) {
  const { t } = useTranslation();
  const gate = useSignInGate();
  const page = useRef(itineraryId);
  useEffect(() => {
    page.current = itineraryId;
  }, [itineraryId]);
  const send = useStableCallback((text: string): void => {
    // The draft survives the redirect to the sign-in.
    setDraft(text);
    set({ 'chat-input': text });
    gate({ title: t('common.auth.title'), description: t('common.auth.description') }, async () => {
      setDraft('');
      set({ 'chat-input': undefined });
      if (!(await conversation.send(text, page.current))) setDraft(text);
    });
  });
  const replace = useStableCallback((text: string, messageId: string) => conversation.send(text, page.current, messageId));
  const goOn = useStableCallback(() => void conversation.goOn(page.current));
  return { send, replace, goOn };
}

function PanelHeader({ onNew, onHistory, onClose }: { onNew: () => void; onHistory: () => void; onClose: () => void }) {
  const { t } = useTranslation('assistant');
  return (
    <header className="@container flex shrink-0 items-center gap-1 border-line border-b py-2 pr-2 pl-4">
      <Sparkles aria-hidden="true" className="size-5 shrink-0 text-teal-text" />
      <div aria-hidden="true" className="min-w-0 flex-1">
        <p className="slim:hidden truncate pl-2 font-bold">{t('title')}</p>
      </div>
      <IconButton icon={<MessageSquarePlus />} label={t('newChat')} size="sm" side="bottom" onClick={onNew} />
      <IconButton icon={<History />} label={t('history.open')} size="sm" side="bottom" onClick={onHistory} />
      <IconButton icon={<X />} label={t('close')} size="sm" side="bottom" onClick={onClose} />
    </header>
  );
}

interface FocusProps {
  input: RefObject<HTMLTextAreaElement | null>;
  log: RefObject<HTMLDivElement | null>;
  isBusy: boolean;
  /** The input field may take the focus: no on-screen keyboard would cover the answer. */
  mayType: boolean;
}

/** Moves the focus to the message log while the input field is disabled. On a desktop, the focus returns afterwards unless the user moved it. */
function useFocus({ input, log, isBusy, mayType }: FocusProps): void {
  const wasBusy = useRef(isBusy);
  const isWaiting = useRef(false);
  useEffect(() => {
    if (wasBusy.current === isBusy) return;
    wasBusy.current = isBusy;
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (isBusy && (isNowhere || activeElement === input.current)) {
      isWaiting.current = true;
      log.current?.focus({ preventScroll: true });
    } else if (!isBusy && isWaiting.current) {
      isWaiting.current = false;
      if (mayType && (isNowhere || activeElement === log.current)) input.current?.focus({ preventScroll: true });
    }
  }, [isBusy, input, log, mayType]);
}

/** Longest part of an answer that a screen reader announces, characters. The message log holds the whole answer. */
const readOut = 300;

/** Live region for screen readers: announces that an answer is being generated, and then its beginning. Every token would be too much. */
function Answering({ state: { status, answer } }: { state: ChatState }) {
  const { t } = useTranslation('assistant');
  const [said, say] = useState('');
  const last = useRef<string>('');
  useEffect(() => {
    if (answer) last.current = answer.content;
  }, [answer]);
  useEffect(() => {
    if (status === 'submitted') last.current = '';
    if (status === 'submitted') say(t('generating'));
    if (status === 'ready' && last.current !== '') {
      const text = textOfMarkdown(last.current);
      say(text.length > readOut ? t('readOut', { text: `${text.slice(0, readOut)} …` }) : text);
      last.current = '';
    }
  }, [status, t]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** Plain text of Markdown for the screen reader. */
const textOfMarkdown = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|[-*+>])\s+/gm, '')
    .replace(/(\*\*|__|\*|`|~~)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

interface PanelFrameProps {
  title: string;
  onClose: () => void;
  initialFocus: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Non-modal panel beside the page. On a phone it is modal and fills the viewport above the keyboard. */
function PanelFrame({ title, onClose, initialFocus, children }: PanelFrameProps) {
  const isDesktop = useIsDesktop();
  const view = useVisualViewport();
  const returning = useReturnFocus();
  return (
    <Dialog.Root open modal={!isDesktop} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          // Neither Escape in an open message editor nor a press outside closes the panel.
          onEscapeKeyDown={ignoreInnerEscape}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={returning.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            returning.onOpenAutoFocus();
            event.preventDefault();
            initialFocus.current?.focus({ preventScroll: true });
          }}
          style={isDesktop ? undefined : { top: view.top, height: view.height }}
          className={cn(
            'assistant-rise fixed flex flex-col overflow-hidden bg-raised text-ink outline-none print:hidden',
            isDesktop
              ? 'right-3 z-banner bottom-3 h-[min(52rem,calc(100dvh-5rem))] w-[26rem] xl:h-[calc(100dvh-1.5rem)] rounded-sheet border border-line shadow-overlay'
              : 'inset-x-0 z-overlay',
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const subscribe = (changed: () => void): (() => void) => {
  const view = window.visualViewport;
  view?.addEventListener('resize', changed);
  view?.addEventListener('scroll', changed);
  return () => {
    view?.removeEventListener('resize', changed);
    view?.removeEventListener('scroll', changed);
  };
};

/** The part of the window above the keyboard of a phone, pixels. */
function useVisualViewport(): { top: number; height: number } {
  const top = useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.offsetTop ?? 0));
  const height = useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.height ?? window.innerHeight));
  return { top, height };
}
